import { saveUserUsageLog } from '@yunji/contract/telemetry/calls'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { createDevices } from '../../apps/server/src/testing/devices.ts'
import { type BrokenRowsHarness, countOf, type PoisonedWork } from './broken-rows-harness.ts'

/** Waits for all answers, failures included. */
const sendAll = async (count: number, send: (index: number) => Promise<unknown>): Promise<void> => {
  await Promise.all(Array.from({ length: count }, (_, index) => send(index)))
}

const PAGE_VIEW = { event: 'view', page: 'pages/home/index', client: 'h5', terminalType: 'web', channel: '' }

/** Requests whose rows are written in batches. */
export const poisonedBatches: readonly PoisonedWork[] = [
  {
    name: 'usage logs',
    loggedAs: 'usage-logs.write',
    refuses: 'usage_logs insert',
    column: 'log_id',
    mostBroken: 5,
    addRows: async (_harness, count) => Array.from({ length: count }, (_, index) => `log-${index}`),
    run: async (harness) => {
      const { token } = await createDevices(harness.server).addPerson()
      await sendAll(await logsOf(harness), (index) =>
        harness.server.post(saveUserUsageLog.path, { logId: `log-${index}` }, { token }),
      )
    },
    left: async (harness) => (await logsOf(harness)) - (await countOf(harness, 'usage_logs')),
  },
  {
    name: 'page logs',
    loggedAs: 'page-logs.write',
    refuses: 'page_logs insert',
    column: 'version',
    mostBroken: 5,
    addRows: async (_harness, count) => Array.from({ length: count }, (_, index) => `1.0.${index}`),
    run: async (harness) =>
      sendAll(await logsOf(harness), (index) =>
        harness.server.app.inject({
          method: 'POST',
          url: sideRoutes.pageLog.path,
          remoteAddress: `198.19.${index >> 8}.${index & 255}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams({ ...PAGE_VIEW, version: `1.0.${index}` }).toString(),
        }),
      ),
    left: async (harness) => (await logsOf(harness)) - (await countOf(harness, 'page_logs')),
  },
]

const logsOf = (harness: BrokenRowsHarness): Promise<number> => countOf(harness, 'poisoned_rows')
