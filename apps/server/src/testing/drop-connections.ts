import { withClient } from '@yunji/testkit/with-client'

/** As if the database had died: every connection of the server ends in the middle of whatever it does there. */
export const dropConnections = (databaseUrl: string): Promise<unknown> =>
  withClient(databaseUrl, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'yunji%' and pid <> pg_backend_pid()`,
    ),
  )
