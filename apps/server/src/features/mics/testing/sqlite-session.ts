import type { DatabaseSync } from 'node:sqlite'

import type { BoundStatement, SqlSession } from '../adapters/sql.ts'

/** SQLite in place of Oracle: it takes the same `:name` binds. */
export function sqliteSession(database: DatabaseSync): SqlSession {
  const prepared = ({ sql, binds }: BoundStatement) => {
    const statement = database.prepare(sql)
    const values = Object.entries(binds).map(
      ([name, value]) => [`:${name}`, value instanceof Date ? value.toISOString() : value] as const,
    )
    return { statement, values: Object.fromEntries(values) }
  }
  return {
    read(bound) {
      const { statement, values } = prepared(bound)
      return Promise.resolve(statement.all(values))
    },
    write(bound, { keep }) {
      database.exec('begin')
      const { statement, values } = prepared(bound)
      statement.run(values)
      database.exec(keep ? 'commit' : 'rollback')
      return Promise.resolve()
    },
    close: () => Promise.resolve(),
  }
}
