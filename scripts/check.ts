import { checks, runStages } from './stages.ts'

process.exitCode = (await runStages(checks)) ? 0 : 1
