import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { getInfo, healthLive, healthReady } from '#contract/info'

import { startApp } from '../../testing/start-app.ts'
import { freePort } from '../free-port.ts'
import { openHealth } from '../health.ts'
import { definitions } from './definitions.ts'
import { openMetrics } from './metrics.ts'
import { observers } from './observe.ts'
import { gaugesReader } from './read-gauges.ts'
import { serveMetrics } from './serve-metrics.ts'

const deploy = path.join(import.meta.dirname, '../../../../../deploy')
const noConnections = (): { idle: number; used: number; waiting: number } => ({
  idle: 1,
  used: 2,
  waiting: 3,
})

async function served(metrics = openMetrics({ version: '1.2.3', role: 'all' })) {
  const draining = new AbortController()
  const { app, db, parts, given, asOwner } = await startApp({ metrics })
  const health = openHealth({ ...parts, draining: draining.signal })
  const port = await freePort()
  const read = gaugesReader({ db, metrics, connections: noConnections, streams: () => 4 })
  const serving = await serveMetrics({ host: '127.0.0.1', port }, { metrics, health, read })
  onTestFinished(() => serving[Symbol.asyncDispose]())
  const get = (page: string): Promise<Response> => fetch(`http://127.0.0.1:${port}${page}`)
  return {
    app,
    get,
    given,
    asOwner,
    draining,
    metrics,
    text: async () => (await get('/metrics')).text(),
  }
}

test('a scrape counts requests by template and status, jobs, messages and connections', async () => {
  const { app, given, asOwner, text, metrics } = await served()
  const kim = await given.user('kim')
  await kim.call(getInfo)
  await app.inject({ url: '/api/image/7/annotations-of-nobody' })
  await asOwner(`insert into task (kind, name, group_name, status, payload, created_at)
    values ('scan-dataset', '{}', '{}', 'queued', '{}', now() - interval '90 seconds')`)
  observers(metrics).ran({ kind: 'scan-dataset', result: 'failed', seconds: 2 })
  observers(metrics).heard({ result: 'refused' })
  const scraped = await text()
  expect(scraped).toContain('fovea_build_info{version="1.2.3",role="all"} 1')
  expect(scraped).toMatch(
    /fovea_http_request_duration_seconds_count\{method="GET",route="\/api\/info\/",status="200"\} \d/,
  )
  expect(scraped).not.toContain('/api/image/7')
  expect(scraped).toContain('fovea_jobs{kind="scan-dataset",state="queued"} 1')
  expect(scraped).toMatch(/fovea_job_oldest_queued_seconds\{kind="scan-dataset"\} 9\d/)
  expect(scraped).toContain('fovea_job_duration_seconds_sum{kind="scan-dataset",result="failed"} 2')
  expect(scraped).toContain('fovea_dicom_objects_total{result="refused"} 1')
  expect(scraped).toContain('fovea_database_connections{state="used"} 2')
  expect(scraped).toContain('fovea_live_streams 4')
  expect(scraped).toContain('fovea_database_up 1')
  expect(scraped).toContain('nodejs_eventloop_lag_p99_seconds')
  expect(scraped).toContain('process_resident_memory_bytes')
})

test('metrics are not on the public port', async () => {
  const { app, get } = await served()
  expect((await app.inject({ url: '/metrics' })).statusCode).toBe(404)
  expect((await get('/api/info/')).status).toBe(404)
})

test('a process that drains is alive but not ready', async () => {
  const { get, draining } = await served()
  expect((await get(healthLive.path)).status).toBe(200)
  expect(await (await get(healthReady.path)).json()).toEqual({
    status: 'ok',
    parts: { database: 'works', schema: 'works', storage: 'works', files: 'works' },
  })
  draining.abort()
  expect((await get(healthLive.path)).status).toBe(200)
  expect((await get(healthReady.path)).status).toBe(503)
})

test('a database without a migration of this program is not ready', async () => {
  const { visitor, asOwner } = await startApp()
  expect((await visitor.call(healthReady)).status).toBe(200)
  await asOwner(`delete from migration where name = (select max(name) from migration)`)
  // An answer holds for two seconds.
  await expect
    .poll(async () => (await visitor.call(healthReady)).status, { timeout: 10_000 })
    .toBe(503)
  expect((await visitor.call(healthLive)).status).toBe(200)
})

test('names follow the conventions of Prometheus', () => {
  for (const { name, type } of Object.values(definitions)) {
    expect(name).toMatch(/^fovea_[a-z]+(_[a-z]+)*$/)
    expect(name.endsWith('_total')).toBe(type === 'counter')
  }
})

test.each(['alerts.yml', 'dashboard.json'])('%s names only metrics that exist', async (file) => {
  const { registry } = openMetrics({ version: '1', role: 'all' })
  const known = new Set(
    registry
      .getMetricsAsArray()
      .flatMap(({ name }) => [
        name,
        ...['_bucket', '_count', '_sum'].map((end) => `${name}${end}`),
      ]),
  )
  const text = await readFile(path.join(deploy, file), 'utf8')
  const named = [...text.matchAll(/\b(?:fovea|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
if (!hasPromtool)
  console.warn('SKIPPED: no alert rule is checked by promtool (install prometheus).')

test.skipIf(!hasPromtool)('promtool accepts the alert rules', () => {
  const { status } = spawnSync('promtool', ['check', 'rules', path.join(deploy, 'alerts.yml')])
  expect(status).toBe(0)
})
