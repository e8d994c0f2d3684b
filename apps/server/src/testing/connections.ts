import { withClient } from '@yunji/testkit/with-client'

/** Simulates a crash of the database: every connection of the server is terminated. */
export const dropConnections = (databaseUrl: string): Promise<unknown> =>
  withClient(databaseUrl, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'yunji%' and pid <> pg_backend_pid()`,
    ),
  )

/** Whether a statement waits for a lock that another transaction holds. */
export const isWaitingForLock = (databaseUrl: string): Promise<boolean> =>
  withClient(databaseUrl, async (client) => {
    const { rowCount } = await client.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rowCount !== 0
  })
