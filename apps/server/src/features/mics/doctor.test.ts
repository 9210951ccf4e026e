import { expect, test } from 'vitest'

import { MicsSettings } from '#contract/mics'

import { openOutbound } from '../../platform/http/outbound.ts'
import { examine } from './doctor.ts'
import { openOrderSystem } from './order-system.ts'
import { noReceivedOrders } from './received-orders.ts'
import { Site } from './site-file.ts'

const query = { patientId: 'P-77', studyDate: '2026-01-31' }
const hl7 = Site.parse({ adapter: 'hl7v2' })

function examined(site: Site, host = '') {
  const deps = { outbound: openOutbound(['127.0.0.1:1']), received: noReceivedOrders }
  const settings = MicsSettings.parse({ IP: host, PORT: 1 })
  return examine(openOrderSystem(deps, site), { settings, password: 'hunter2' }, query)
}

test('every step of a working system succeeds', async () => {
  const findings = await examined(Site.parse({ adapter: 'demo' }))
  expect(findings.map(({ step, outcome }) => `${step}: ${outcome}`)).toEqual([
    'ping: well',
    'findOrder: well',
    'writeResult, taken back: well',
  ])
  expect(findings[1]?.told).toBe('1 orders of the patient and day.')
})

test('failures are reported, irreversible steps are not tried, and no secret is included', async () => {
  const findings = await examined(hl7, '127.0.0.1')
  expect(findings.map(({ outcome }) => outcome)).toEqual(['failed', 'well', 'not tried'])
  expect(findings[0]?.told).toContain('could not be reached')
  expect(JSON.stringify(findings)).not.toMatch(/hunter2|P-77|127\.0\.0\.1/)
})
