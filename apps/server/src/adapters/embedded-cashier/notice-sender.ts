import type { Logger } from 'pino'
import { type Clock, later } from '../../platform/clock.ts'
import { createBackoff, forEachRow } from '../../platform/each-row.ts'
import type { ProviderName } from '../../platform/payments.ts'
import type { CashierKeys } from './keys.ts'
import { type SignedNotice, writeNotice } from './notice.ts'
import type { PendingNotice, Trade } from './trade.ts'
import { NOTICES_JOB, type Trades } from './trades.ts'

interface NoticeReply {
  readonly status: number
  readonly body: string
}

/** Sends a notice to its URL. */
export type Deliver = (url: string, notice: SignedNotice) => Promise<NoticeReply>

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Retry delays of notices by provider; after the last one it gives up. */
const schedules: Readonly<Record<ProviderName, readonly number[]>> = {
  alipay: [4 * MINUTE, 10 * MINUTE, 10 * MINUTE, HOUR, 2 * HOUR, 6 * HOUR, 15 * HOUR],
  wechat: [
    ...[15, 15, 30].map((seconds) => seconds * SECOND),
    ...[3, 10, 20, 30, 30, 30, 60].map((minutes) => minutes * MINUTE),
    ...[3, 3, 3, 6, 6].map((hours) => hours * HOUR),
  ],
}

const isAccepted = (protocol: ProviderName, { status, body }: NoticeReply): boolean =>
  protocol === 'alipay' ? status === 200 && body === 'success' : status === 200 || status === 204

interface NoticeSenderOptions {
  readonly trades: Trades
  readonly clock: Clock
  readonly log: Logger
  readonly keys: () => Promise<CashierKeys>
  readonly deliver: Deliver
}

/** Delivers notices to merchants until they are acknowledged or the schedule ends. */
export const createNoticeSender = ({ trades, clock, log, keys, deliver }: NoticeSenderOptions) => {
  const script = { isSilent: false }
  const fields = ({ protocol, outTradeNo }: Trade) => ({ protocol, outTradeNo })
  const work = { job: NOTICES_JOB, log, fields, backoff: createBackoff(clock) }

  const sendNotice = async (trade: Trade, notice: PendingNotice): Promise<boolean> => {
    if (script.isSilent) return false
    try {
      const signed = writeNotice[trade.protocol](await keys(), trade, notice, clock.now())
      return isAccepted(trade.protocol, await deliver(trade.notifyUrl, signed))
    } catch (error) {
      log.info({ err: error, outTradeNo: trade.outTradeNo }, 'payment notice delivery failed')
      return false
    }
  }
  const remainingNotices = (
    { protocol }: Trade,
    notice: PendingNotice,
    isAcknowledged: boolean,
  ): readonly PendingNotice[] => {
    const waitMs = schedules[protocol][notice.tries]
    if (isAcknowledged || waitMs === undefined) return []
    return [{ ...notice, tries: notice.tries + 1, nextAt: later(clock.now(), waitMs).toISOString() }]
  }
  const sendNotices = async (trade: Trade): Promise<void> => {
    const due = trade.notices.filter(({ nextAt }) => Date.parse(nextAt) <= clock.now().getTime())
    for (const notice of due) {
      const isAcknowledged = await sendNotice(trade, notice)
      await trades.change(trade.protocol, trade.outTradeNo, (found) =>
        found
          ? {
              ...found,
              notices: found.notices.flatMap((each) =>
                each.id === notice.id ? remainingNotices(found, each, isAcknowledged) : [each],
              ),
            }
          : found,
      )
    }
  }

  return {
    sendNotices,
    /** Retries unacknowledged notices that are due. */
    sendDueNotices: async (): Promise<void> => {
      await forEachRow(work, await trades.listWithPendingNotices(), sendNotices)
    },
    /** Test switch that drops notices. */
    script,
  }
}
