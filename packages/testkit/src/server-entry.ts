import { fileURLToPath } from 'node:url'

/** Set by the test run's set-up for every test worker. */
const ENTRY = 'YUNJI_TEST_SERVER_ENTRY'
const SOURCE = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url))

export const setServerEntry = (file: string): void => {
  process.env[ENTRY] = file
}

/** What starts the server: its source, unless the test run has made one file of it. */
export const serverEntry = (): string => process.env[ENTRY] ?? SOURCE
