// Examines the hospital's order system as reached from here, and writes a report. Changes nothing.
// docs/mics.md explains how to start it.
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'

import { z } from 'zod'

import { MicsSettings } from '#contract/mics'

import { loadConfig } from './config.ts'
import { examine, type Finding } from './features/mics/doctor.ts'
import { openOrderSystem } from './features/mics/order-system.ts'
import { noReceivedOrders } from './features/mics/received-orders.ts'
import { readSiteFile } from './features/mics/site-file.ts'
import { openOutbound } from './platform/http/outbound.ts'

const reportFile = 'mics-doctor.txt'
const usage = `npm run mics-doctor -- --patient ID [--date YYYY-MM-DD] [--host …] [--port …] [--service …] [--user …]
with MICS_FILE, OUTBOUND_HOSTS and MICS_PASSWORD in the environment`

const text = { type: 'string' } as const
const options = { host: text, port: text, service: text, user: text, patient: text, date: text }

const Input = z.object({
  host: z.string().default(''),
  port: z.string().default('1521'),
  service: z.string().default('ORCL'),
  user: z.string().default(''),
  patient: z.string().min(1),
  date: z.union([z.literal(''), z.iso.date()]).default(''),
})

async function run(): Promise<void> {
  const input = Input.parse(parseArgs({ options }).values)
  const { micsFile, outboundHosts } = loadConfig(process.env)
  if (micsFile === undefined) throw new Error('MICS_FILE is not set.')
  const site = readSiteFile(micsFile)
  const outbound = openOutbound(outboundHosts)
  // Orders received in messages are in the server's database; here there is none.
  const orderSystem = openOrderSystem({ outbound, received: noReceivedOrders }, site)
  const { host: IP, port: PORT, service: SERVICENAME, user: USERNAME } = input
  const settings = MicsSettings.parse({ IP, PORT, SERVICENAME, USERNAME })
  const connection = { settings, password: process.env['MICS_PASSWORD'] ?? '' }
  const query = { patientId: input.patient, studyDate: input.date }
  const findings = await examine(orderSystem, connection, query)
  const report = `Order system by ${site.adapter}, ${new Date().toISOString()}\n\n${findings.map(lineOf).join('')}`
  await writeFile(reportFile, report)
  process.stdout.write(`${report}\nWritten to ${reportFile}.\n`)
  if (findings.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1
}

function lineOf({ step, outcome, told, milliseconds }: Finding): string {
  return `${step}: ${outcome} (${milliseconds} ms)\n  ${told}\n`
}

try {
  await run()
} catch (error) {
  const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
  process.stderr.write(`${why}\n\n${usage}\n`)
  process.exitCode = 2
}
