import { escapeIdentifier, type ClientBase } from 'pg'

/**
 * Tables in which the application's role has restricted rights. The audit trail can only be appended to and
 * sealed; a function of the owner removes expired entries. Commands write the results of checks and
 * the backups.
 */
const restricted: Readonly<Record<string, readonly string[]>> = {
  migration: ['select'],
  audit_event: [
    'select',
    'insert (user_id, username, address, action, object_type, object_id, dataset_id, outcome, detail)',
    'update (seal_number, hash, seal_version)',
  ],
  audit_anchor: ['select'],
  audit_retention: ['select'],
  retention: ['select'],
  data_check: ['select'],
  backup_made: ['select'],
}

/** The schema of the job queue, which creates and changes its tables itself. */
export const queueSchema = 'queue'

/**
 * Gives the application's role the rows of every table, except as `restricted` says, and the
 * schema of the queue; it owns nothing else. Called by the owner after each migration, so that new
 * tables need no grants of their own.
 */
export async function grantApplication(owner: ClientBase, role: string): Promise<void> {
  const name = escapeIdentifier(role)
  const tables = Object.entries(restricted).map(
    ([table, privileges]) => `
      revoke all on ${table} from ${name};
      grant ${privileges.join(', ')} on ${table} to ${name};`,
  )
  // Rows of partitions are reached through their table, with its rights.
  const { rows } = await owner.query<{ statement: string }>(
    `select format('revoke all on %s from %I;', oid::regclass, $1::text) as statement
     from pg_class where relnamespace = 'public'::regnamespace and relispartition and relkind = 'r'`,
    [role],
  )
  const partitions = rows.map(({ statement }) => statement)
  await owner.query(`
    begin;
    revoke create on schema public from public;
    grant usage on schema public to ${name};
    grant select, insert, update, delete on all tables in schema public to ${name};
    grant usage, select on all sequences in schema public to ${name};
    ${tables.join('')}
    ${partitions.join('')}
    grant execute on function droppable_audit(bigint), drop_expired_audit(bigint), make_partitions(),
      drop_expired_months() to ${name};
    commit;`)
}

/** Creates the queue's schema, or hands one that another role created to the application's role. */
export async function giveQueue(owner: ClientBase, role: string): Promise<void> {
  await owner.query(`create schema if not exists ${queueSchema}`)
  const { rows } = await owner.query<{ statement: string }>(foreignObjects, [queueSchema, role])
  for (const { statement } of rows) await owner.query(statement)
}

/** Skip sequences of columns: they follow their tables. */
const foreignObjects = `
  with role as (select oid from pg_roles where rolname = $2)
  select format('alter table %s owner to %I', oid::regclass, $2::text) as statement
  from pg_class c
  where relnamespace = $1::regnamespace and relkind in ('r', 'p', 'S', 'v', 'm')
    and relowner <> (select oid from role)
    and not exists (
      select from pg_depend where objid = c.oid and relkind = 'S' and deptype in ('a', 'i')
    )
  union all
  select format('alter routine %s owner to %I', oid::regprocedure, $2::text)
  from pg_proc
  where pronamespace = $1::regnamespace and proowner <> (select oid from role)
  union all
  select format('alter type %s owner to %I', oid::regtype, $2::text)
  from pg_type
  where typnamespace = $1::regnamespace and typtype in ('e', 'd') and typowner <> (select oid from role)
  union all
  select format('alter schema %I owner to %I', nspname, $2::text)
  from pg_namespace
  where oid = $1::regnamespace and nspowner <> (select oid from role)`

/** Whether the role of this connection could change or empty the audit trail. */
export async function couldRewriteAudit(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ could: boolean }>(`
    select bool_or(pg_has_role(relowner, 'usage')
      or has_table_privilege(oid, 'delete') or has_table_privilege(oid, 'truncate')) as could
    from pg_class where oid in (select relid from pg_partition_tree('audit_event'))`)
  return rows[0]?.could ?? true
}
