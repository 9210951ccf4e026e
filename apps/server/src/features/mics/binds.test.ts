import { expect, test } from 'vitest'

import { faultsOf, type Operation } from './binds.ts'

const reads = 'select PATIENT_ID, ORD_SEQ from ORDERS where PATIENT_ID = :patientId'

test.each<[Operation, string, string[]]>([
  ['ping', 'select 1 from dual', []],
  ['findOrder', reads, ['patientId']],
  ['findOrder', `${reads} and NOTE <> 'a; :b ? c''s' -- :d;`, ['patientId']],
  [
    'writeResult',
    'update RESULTS set RISK = :riskCategory where ORD = :ordSeq',
    ['riskCategory', 'ordSeq'],
  ],
])('%s may be %s', (operation, sql, binds) => {
  expect(faultsOf(operation, { sql, binds })).toEqual([])
})

test.each<[Operation, string, string[], RegExp]>([
  ['findOrder', 'delete from ORDERS', [], /begins with select/],
  ['findOrder', 'with x as (select 1 from dual) select 1 from x', [], /begins with select/],
  ['findOrder', `${reads} for update`, ['patientId'], /only reads/],
  ['findOrder', reads, [], /has :patientId, which it does not declare/],
  ['findOrder', reads, ['patientId', 'studyDate'], /declares studyDate and has no :studyDate/],
  ['findOrder', `${reads} and S = :secret`, ['patientId', 'secret'], /may not bind secret/],
  ['findOrder', 'select 1 from ORDERS where ID = ?', [], /by name/],
  ['findOrder', 'select 1 from ORDERS where ID = :1', [], /by name/],
  ['ping', 'select 1 from dual; drop table ORDERS', [], /one statement/],
  ['ping', "select 'a from dual", [], /quotation mark/],
  ['ping', "select q'[a]' from dual", [], /q'…'/],
  ['writeResult', 'drop table ORDERS', [], /begins with insert/],
  ['writeResult', 'begin null; end', [], /begins with insert/],
  ['writeResult', '/* merge */ truncate table ORDERS', [], /begins with insert/],
])('%s may not be %s', (operation, sql, binds, fault) => {
  expect(faultsOf(operation, { sql, binds }).join('\n')).toMatch(fault)
})
