import path from 'node:path'
import { parseArgs } from 'node:util'

import { commands, type Command } from './commands.ts'
import { exitCodes, Failure, PartFailure } from './failure.ts'

const general = {
  json: { type: 'boolean', about: 'answer in JSON, for programs' },
  help: { type: 'boolean', about: 'show this help' },
} as const

const usageOf = (name: string, { takes }: Command): string => ['fovea', name, ...takes].join(' ')

function help(): string {
  const all = Object.entries(commands)
  const widest = Math.max(...all.map(([name, command]) => usageOf(name, command).length))
  return [
    'The command line of Fovea, a server for retinal photographs.',
    '',
    ...all.flatMap(([name, command]) => [
      `  ${usageOf(name, command).padEnd(widest)}  ${command.about}`,
      ...optionsIn(command.options ?? {}, widest),
    ]),
    '',
    'With every command:',
    ...optionsIn(general, widest),
    '',
    'DATASET is the name or the number of a dataset. FOVEA_URL and FOVEA_TOKEN win over `fovea login`.',
    `Exit codes: ${Object.entries(exitCodes)
      .map(([name, code]) => `${code} ${name}`)
      .join(', ')}.`,
  ].join('\n')
}

function optionsIn(options: NonNullable<Command['options']>, widest: number): string[] {
  return Object.entries(options).map(([name, { type, about }]) => {
    const option = `    --${name}${type === 'string' ? ' …' : ''}`
    return `  ${option.padEnd(widest)}  ${about}`
  })
}

async function run(words: readonly string[]): Promise<void> {
  const [name = '', ...rest] = words
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined || rest.includes('--help')) {
    const isAsked = name === '' || words.includes('--help')
    console.log(help())
    if (!isAsked) throw new Failure('usage', `There is no command “${name}”.`)
    return
  }
  const { values, positionals } = parsed(rest, command)
  if (positionals.length !== command.takes.length) {
    throw new Failure('usage', `Usage: ${usageOf(name, command)}`)
  }
  const isJson = values['json'] === true
  const print = (answer: object) => {
    console.log(isJson ? JSON.stringify(answer) : linesOf(answer))
  }
  const work = command.run({
    env: process.env,
    arguments: positionals,
    options: values,
    place: (named) => path.resolve(process.env['FOVEA_FOLDER'] ?? process.cwd(), named),
    tell: (line) => {
      if (!isJson) console.error(line)
    },
  })
  print(
    await work.catch((error: unknown) => {
      if (error instanceof PartFailure) print(error.answer)
      throw error
    }),
  )
}

function parsed(words: readonly string[], { options = {} }: Command) {
  try {
    return parseArgs({
      args: [...words],
      options: { ...options, ...general },
      allowPositionals: true,
    })
  } catch (error) {
    throw new Failure('usage', error instanceof Error ? error.message : String(error))
  }
}

/** Values apart by tabulators, for people and for `cut`. */
function linesOf(answer: object): string {
  const rows = Array.isArray(answer) ? (answer as object[]) : [answer]
  return rows.map((row) => Object.values(row).map(textOf).join('\t')).join('\n')
}

function textOf(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = exitCodes[error instanceof Failure ? error.ending : 'failed']
}
