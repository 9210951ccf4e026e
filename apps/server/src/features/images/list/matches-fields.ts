import { expressionBuilder, sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'

import type { FieldFilter, FieldFilters } from '#contract/fields/filter'
import type { ListedValue } from '#contract/fields/value'

import type { Schema } from '../../../platform/database/schema.ts'
import { containing } from '../../users/queries.ts'

/** Whether the values that apply to an image pass all filters. */
export function matchesFields(filters: FieldFilters): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, 'image'>()
  return eb.and(Object.entries(filters).flatMap(([key, filter]) => conditionsOf(key, filter)))
}

function conditionsOf(key: string, filter: FieldFilter): RawBuilder<SqlBool>[] {
  const { from, to, contains } = filter
  const conditions: RawBuilder<SqlBool>[] = []
  if (filter.in !== undefined) {
    const any = filter.in.map((value) => isOrContains(key, value))
    conditions.push(sql<SqlBool>`(${sql.join(any, sql` or `)})`)
  }
  if (from !== undefined) conditions.push(compares(key, sql`>=`, from))
  if (to !== undefined) conditions.push(compares(key, sql`<=`, to))
  if (contains !== undefined) {
    conditions.push(sql<SqlBool>`image.fields ->> ${key} ilike ${containing(contains)}`)
  }
  return conditions
}

/** By the index, but for no value. */
function isOrContains(key: string, value: ListedValue | null): RawBuilder<SqlBool> {
  if (value === null) return sql<SqlBool>`not image.fields ? ${key}`
  const whole = sql<SqlBool>`image.fields @> ${JSON.stringify({ [key]: value })}::jsonb`
  if (typeof value !== 'string') return whole
  return sql<SqlBool>`(${whole} or image.fields @> ${JSON.stringify({ [key]: [value] })}::jsonb)`
}

function compares(
  key: string,
  relation: RawBuilder<unknown>,
  limit: number | string,
): RawBuilder<SqlBool> {
  const value = sql`image.fields -> ${key}`
  return typeof limit === 'number'
    ? sql<SqlBool>`case when jsonb_typeof(${value}) = 'number' then (${value})::numeric ${relation} ${limit}::numeric else false end`
    : sql<SqlBool>`case when jsonb_typeof(${value}) = 'string' then image.fields ->> ${key} ${relation} ${limit} else false end`
}
