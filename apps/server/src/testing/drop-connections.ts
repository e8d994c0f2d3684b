import { withClient } from '@yunji/testkit/with-client'

/** Simulates a crash of the database: every connection of the server is terminated. */
export const dropConnections = (databaseUrl: string): Promise<unknown> =>
  withClient(databaseUrl, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'yunji%' and pid <> pg_backend_pid()`,
    ),
  )
