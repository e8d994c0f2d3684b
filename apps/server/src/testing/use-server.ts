import { afterAll } from 'vitest'
import { type ServerHarness, startServerHarness } from './server-harness.ts'

/** The whole server for the tests of a file; called at the file's top level, and stopped after its last test. */
export const useServer = async (...options: Parameters<typeof startServerHarness>): Promise<ServerHarness> => {
  const server = await startServerHarness(...options)
  afterAll(server.stop)
  return server
}
