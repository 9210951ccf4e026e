import { Readable } from 'node:stream'

import type { ActionName } from '#contract/audit-actions'
import {
  exportAudit,
  exportAuditFhir,
  listAudit,
  mostListedEntries,
  verifyAudit,
} from '#contract/audit'
import { byteOrderMark } from '#contract/csv'
import { auditEntry, type AuditSource } from '#fhir/audit-event'

import { pageOf } from '../../platform/database/paging.ts'
import { siteIdOf } from '../../platform/database/site-id.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import { sha1Of } from '../../platform/sha1.ts'
import { auditCsvHeader, presentAccess, presentAuditEvent, presentAuditLine } from './present.ts'
import { auditTrail, countTrail, type AuditRow } from './queries.ts'
import { checkTrail } from './check-trail.ts'
import { sealAudit, type TrailProof } from './seal.ts'

const batch = 500

export function auditRoutes({
  product,
  proof,
}: {
  product: { name: string }
  proof: TrailProof
}): Route[] {
  return [
    serve(listAudit, async ({ db, actor, query }) => {
      const found = await countTrail(db, actor, { ...query, most: mostListedEntries + 1 })
      const { offset, ...pagination } = pageOf(Math.min(found, mostListedEntries), query)
      const rows = await auditTrail(db, actor, query)
        .selectAll()
        .orderBy('id', 'desc')
        .limit(Math.min(query.limit, mostListedEntries - offset))
        .offset(offset)
        .execute()
      const older = found > mostListedEntries
      return { events: rows.map(presentAuditEvent), pagination, older }
    }),

    serve(exportAudit, async ({ db, actor, query: { language, ...filter } }) => {
      await sealAudit(proof)
      const rows = auditTrail(db, actor, filter).selectAll().orderBy('id').stream(batch)
      return {
        contentType: 'text/csv; charset=utf-8',
        content: Readable.from(csvOf(rows, language)),
        fileName: 'audit.csv',
      }
    }),

    serve(exportAuditFhir, async ({ db, actor, query }) => {
      await sealAudit(proof)
      const rows = auditTrail(db, actor, query).selectAll().orderBy('id').stream(batch)
      const source = { site: await siteIdOf(db), software: product.name, sha1: sha1Of }
      return {
        contentType: 'application/fhir+json; fhirVersion=4.0',
        content: Readable.from(bundleOf(rows, source)),
        fileName: 'audit.json',
      }
    }),

    serve(verifyAudit, async ({ query }) => {
      if (query.after === undefined) await sealAudit(proof)
      const { findings, ...stretch } = await checkTrail(proof, query.after ?? 0)
      return { intact: findings.length === 0, findings: [...findings], ...stretch }
    }),
  ]
}

async function* csvOf(
  rows: AsyncIterable<AuditRow>,
  language: keyof ActionName,
): AsyncGenerator<string> {
  yield byteOrderMark + auditCsvHeader
  for await (const row of rows) yield presentAuditLine(row, language)
}

/** Written in pieces: a trail of years does not fit in memory. */
async function* bundleOf(
  rows: AsyncIterable<AuditRow>,
  source: AuditSource,
): AsyncGenerator<string> {
  let separator = ''
  yield '{"resourceType":"Bundle","type":"collection"'
  for await (const row of rows) {
    const entry = JSON.stringify(auditEntry(presentAccess(row), source))
    yield separator === '' ? `,"entry":[\n${entry}` : `${separator}${entry}`
    separator = ',\n'
  }
  yield separator === '' ? '}' : ']}'
}
