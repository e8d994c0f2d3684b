import type { Client } from '@yunji/testkit/with-client'
import { accountFixtures } from './account-fixtures.ts'
import { commerceFixtures } from './commerce-fixtures.ts'
import { contentFixtures } from './content-fixtures.ts'
import { deviceFixtures } from './device-fixtures.ts'
import { operatorFixtures } from './operator-fixtures.ts'
import { spaceFixtures } from './space-fixtures.ts'

/**
 * Data that fits each version of the schema, put in when that version is the newest: as it would have been written then.
 * A new migration brings its own entry, also when it is only "nothing of its own".
 */
export const fixtures: Readonly<Record<number, (client: Client) => Promise<void>>> = {
  ...accountFixtures,
  ...commerceFixtures,
  ...deviceFixtures,
  ...spaceFixtures,
  ...contentFixtures,
  ...operatorFixtures,
}
