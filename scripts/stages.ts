import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** One step of a run: a program with its arguments, started on this Node.js. */
export interface Stage {
  readonly name: string
  readonly command: readonly string[]
  readonly env?: NodeJS.ProcessEnv
}

const packageProgram = (file: string, ...args: readonly string[]): readonly string[] => [
  `node_modules/${file}`,
  ...args,
]

const typesOf = (project: string): readonly string[] =>
  packageProgram('typescript/bin/tsc', '-p', `tsconfig.${project}.json`)

/** Everything that can be said about the sources without running them. */
export const checks: readonly Stage[] = [
  { name: 'types of the pure packages', command: typesOf('pure') },
  { name: 'types of the server', command: typesOf('node') },
  { name: 'types of the web app', command: typesOf('web') },
  { name: 'types of the examples', command: ['scripts/check-examples.ts'] },
  { name: 'lint', command: packageProgram('oxlint/bin/oxlint', '--quiet') },
  { name: 'format', command: packageProgram('oxfmt/bin/oxfmt', '--check') },
  { name: 'architecture', command: ['scripts/check-architecture.ts'] },
  { name: 'pages', command: ['scripts/check-pages.ts'] },
  { name: 'dead code', command: packageProgram('knip/bin/knip.js') },
]

/** Runs the stages in order and stops at the first that fails. True when all have passed. */
export async function runStages(stages: readonly Stage[]): Promise<boolean> {
  for (const stage of stages) {
    console.log(`\n── ${stage.name}`)
    const started = performance.now()
    if (!(await succeeds(stage))) {
      console.error(`\nFailed: ${stage.name}`)
      return false
    }
    console.log(`   passed in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
  return true
}

async function succeeds({ command, env }: Stage): Promise<boolean> {
  const child = spawn(process.execPath, command, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  const [code] = await once(child, 'exit')
  return code === 0
}
