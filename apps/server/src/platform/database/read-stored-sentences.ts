import { readFile } from 'node:fs/promises'

import type pg from 'pg'

import { sentenceReader, type ReadSentence, type StoredTexts } from './sentence-reader.ts'

/** Columns of messages that held sentences before migration 0053. */
const columns = [
  ['task', 'name'],
  ['task', 'group_name'],
  ['task_log', 'text'],
  ['image', 'prediction_status'],
  ['image', 'undecodable'],
] as const

const rowsAtOnce = 5000

/**
 * The second part of migration 0053: finds the texts that stored sentences were written from, by a
 * table of all texts that earlier versions stored (`texts`, a JSON file). The table is separate
 * from the catalogue, so that rewording a text does not change the result of the migration. A
 * sentence without a text becomes a message that contains only the sentence.
 */
export async function readStoredSentences(client: pg.ClientBase, texts: string): Promise<void> {
  const read = sentenceReader(JSON.parse(await readFile(texts, 'utf8')) as StoredTexts)
  for (const [table, column] of columns) await readColumn(client, { table, column, read })
}

interface Column {
  readonly table: (typeof columns)[number][0]
  readonly column: (typeof columns)[number][1]
  readonly read: ReadSentence
}

async function readColumn(client: pg.ClientBase, { table, column, read }: Column): Promise<void> {
  let last = '0'
  for (;;) {
    const { rows } = await client.query<{ id: string; sentence: string }>(
      `select id::text, ${column} #>> '{params,text}' as sentence from ${table}
       where id > $1 and ${column} ->> 'key' = 'stored.text' order by id limit ${rowsAtOnce}`,
      [last],
    )
    if (rows.length === 0) return
    last = rows.at(-1)?.id ?? last
    const found = rows.flatMap(({ id, sentence }) => {
      const message = read(sentence)
      return message === undefined ? [] : [{ id, message: JSON.stringify(message) }]
    })
    await client.query(
      `update ${table} set ${column} = found.message::jsonb
       from unnest($1::bigint[], $2::text[]) as found (id, message) where ${table}.id = found.id`,
      [found.map(({ id }) => id), found.map(({ message }) => message)],
    )
  }
}
