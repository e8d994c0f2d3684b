import { hasTestServer } from '@yunji/testkit/database'
import startTestServer from '@yunji/testkit/database-setup'

/** PostgreSQL for experiments that need no database process of their own; joins the test run's when there is one. */
export const ensureTestServer = async (): Promise<() => Promise<void>> =>
  hasTestServer() ? async () => undefined : startTestServer()
