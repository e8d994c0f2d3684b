import type {
  createExport as createCall,
  getExports as listCall,
  getUserExports as listOfUserCall,
} from '@yunji/contract/operator/export-calls'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import type { OperatorRight } from '@yunji/contract/wire/operator-roles'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { FastifyInstance } from 'fastify'
import { chinaDay } from '../../platform/china-time.ts'
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database.ts'
import { forEachRow, readPages } from '../../platform/each-row.ts'
import { AppError } from '../../platform/errors.ts'
import type { Job, Jobs } from '../../platform/jobs.ts'
import { attachmentOf } from '../../platform/object-store.ts'
import type { AddAudit } from '../../platform/operators/audit.ts'
import type { Operator } from '../../platform/operators/operator.ts'
import type { SignedTokens } from '../../platform/signed-tokens.ts'
import type { ConsoleDeps } from './deps.ts'
import {
  completeExport,
  countRunningExports,
  countWaitingExports,
  deleteExport,
  type ExportRow,
  exportKey,
  failWaiting,
  findExport,
  findOwnExport,
  insertExport,
  listExpired,
  listGivenUp,
  listOwnExports,
  lockCustomer,
  lockExportsOf,
} from './export-store.ts'
import {
  assertExportable,
  assertListRight,
  type ListExportDeps,
  type ListExportRow,
  MOST_BYTES,
  type Written,
  writeList,
} from './list-export.ts'
import { zipPerson } from './person-export.ts'

export interface ExportDeps extends ListExportDeps {
  readonly jobs: Pick<Jobs, 'add'>
  readonly signedTokens: SignedTokens
}

const KEPT_MS = 7 * DAY_MS
const ADDRESS_LIFETIME_MS = 5 * MINUTE_MS
const PURPOSE = 'operator export'
const MOST_WAITING = 3
const ROWS_AT_ONCE = 500
const SHOWN = 50
/** Limit of a run; an export that was given up by its job keeps nobody from the next. */
const LONGEST_RUN_MS = HOUR_MS

const EXPORT_JOB = { name: 'console.export' } as const

interface ExportData {
  readonly exportId: number
}

/** The others are of one customer. */
const isOfList = (row: ExportRow): row is ListExportRow => row.list !== 'person'

const namesIn = (query: string): string[] => [...new Set(new URLSearchParams(query).keys())]

/** The list is tried out before the transaction, on a connection of its own. */
export const createExport =
  (deps: ExportDeps) =>
  async (
    operator: Operator,
    { list, query, columns }: CallArguments<typeof createCall>,
    addAudit: AddAudit,
    address = '',
  ): Promise<{ exportId: number }> => {
    const unique = [...new Set(columns)]
    await assertExportable(deps, operator, { list, query, columns: unique }, address)
    const { operatorId, name: operatorName } = operator
    return deps.database.db.transaction(async (tx) => {
      const begun = await beginExport(tx, deps, { operatorId, operatorName, list, query, columns: unique })
      // The text of a search may be a customer's number.
      await addAudit(tx, { subject: `export:${begun.exportId}`, after: { list, columns, filters: namesIn(query) } })
      return begun
    })
  }

type BegunExport = Pick<ExportRow, 'operatorId' | 'operatorName' | 'list' | 'query' | 'columns'> &
  Partial<Pick<ExportRow, 'userId'>>

const beginExport = async (
  tx: Tx,
  { clock, jobs }: Pick<ExportDeps, 'clock' | 'jobs'>,
  begun: BegunExport,
): Promise<{ exportId: number }> => {
  await lockExportsOf(tx, begun.operatorId)
  if ((await countWaitingExports(tx, begun.operatorId)) >= MOST_WAITING)
    throw new AppError('SHOW_ERROR_TIP', { text: '请等正在导出的文件完成' })
  const now = clock.now()
  const exportId = await insertExport(tx, { ...begun, createdAt: now, expiresAt: later(now, KEPT_MS) })
  await jobs.add<ExportData>(tx, EXPORT_JOB, { exportId })
  return { exportId }
}

const PERSON_RIGHT: OperatorRight = 'users.write'

const assertPersonRight = ({ rights }: Operator): void => {
  if (!rights.includes(PERSON_RIGHT)) throw new AppError('NO_PERMISSION', { data: { right: PERSON_RIGHT } })
}

export const createUserExport =
  ({ database: { db }, clock, jobs }: ExportDeps) =>
  async (operator: Operator, userId: number): Promise<{ exportId: number }> => {
    assertPersonRight(operator)
    return db.transaction(async (tx) => {
      if (!(await lockCustomer(tx, userId))) throw new AppError('NOT_FOUND', { text: '没有找到这个用户' })
      if ((await countRunningExports(tx, userId, later(clock.now(), -LONGEST_RUN_MS))) > 0)
        throw new AppError('SHOW_ERROR_TIP', { text: '这个用户的数据正在导出' })
      const { operatorId, name: operatorName } = operator
      const begun = { operatorId, operatorName, list: 'person' as const, query: '', columns: [], userId }
      return beginExport(tx, { clock, jobs }, begun)
    })
  }

const recordOf = (row: ExportRow) => ({
  exportId: row.id,
  operatorName: row.operatorName,
  state: row.state,
  rows: row.rowCount,
  isCut: row.isCut,
  sizeBytes: row.sizeBytes,
  createdAt: row.createdAt.getTime(),
  expiresAt: row.expiresAt.getTime(),
})

export const getExports =
  ({ database: { db } }: ConsoleDeps) =>
  async ({ operatorId }: Operator): Promise<CallData<typeof listCall>> => {
    const rows = await listOwnExports(db, operatorId, null, SHOWN)
    return { records: rows.flatMap((row) => (isOfList(row) ? [{ ...recordOf(row), list: row.list }] : [])) }
  }

export const getUserExports =
  ({ database: { db } }: ConsoleDeps) =>
  async (operator: Operator, userId: number): Promise<CallData<typeof listOfUserCall>> => {
    assertPersonRight(operator)
    return { records: (await listOwnExports(db, operator.operatorId, userId, SHOWN)).map(recordOf) }
  }

export const openExport =
  ({ database: { db }, clock, signedTokens }: ExportDeps) =>
  async (operator: Operator, exportId: number): Promise<{ address: string }> => {
    const found = await findOwnExport(db, operator.operatorId, exportId, clock.now())
    if (found?.state !== 'done') throw new AppError('NOT_FOUND', { text: '文件还没有生成，或已经删除' })
    if (isOfList(found)) assertListRight(operator, found.list)
    else assertPersonRight(operator)
    const token = signedTokens.sign<ExportData>(PURPOSE, { exportId }, ADDRESS_LIFETIME_MS)
    return { address: `${sideRoutes.operatorExport.path}?token=${token}` }
  }

export const addExportRoute = (app: FastifyInstance, { database: { db }, objectStore, ...deps }: ExportDeps): void => {
  app.get(sideRoutes.operatorExport.path, async (request, reply) => {
    const { token } = request.query as { token?: unknown }
    const given = typeof token === 'string' ? deps.signedTokens.read<ExportData>(PURPOSE, token) : undefined
    const found = given && (await findExport(db, given.exportId))
    const body = found ? await objectStore.get(exportKey(found.id)) : null
    if (!found || !body) throw new AppError('PATH_NOT_FOUND')
    const isCsv = isOfList(found)
    const name = `${found.list}-${chinaDay(found.createdAt)}-${found.id}.${isCsv ? 'csv' : 'zip'}`
    reply.headers({ 'cache-control': 'private, no-store', 'content-disposition': attachmentOf(name) })
    return reply.type(isCsv ? 'text/csv; charset=utf-8' : 'application/zip').send(body)
  })
}

const writePerson = async (
  { database, objectStore }: ExportDeps,
  { id, userId, createdAt }: ExportRow,
  signal: AbortSignal | undefined,
): Promise<Written> => {
  let rowCount = 0
  const onRows = (count: number): void => {
    signal?.throwIfAborted()
    rowCount += count
  }
  const body = zipPerson(database, { userId: userId ?? 0, createdAt }, onRows)
  const { sizeBytes } = await objectStore.put(exportKey(id), body, MOST_BYTES)
  return { rowCount, sizeBytes, isCut: false }
}

const writeFile = (deps: ExportDeps, wanted: ExportRow, signal: AbortSignal | undefined): Promise<Written> =>
  isOfList(wanted) ? writeList(deps, wanted, signal) : writePerson(deps, wanted, signal)

export const exportJob = (deps: ExportDeps): Job<ExportData> => ({
  ...EXPORT_JOB,
  heartbeatSeconds: 60,
  retryLimit: 3,
  expireSeconds: LONGEST_RUN_MS / 1000,
  run: async ({ exportId }, signal) => {
    const { db } = deps.database
    const wanted = await findExport(db, exportId)
    if (wanted && wanted.state !== 'waiting') return
    const written = wanted && (await writeFile(deps, wanted, signal))
    if (written && (await completeExport(db, exportId, written))) return
    // The account was erased meanwhile, or before a run that was killed is repeated; or the export was given up.
    if ((await findExport(db, exportId))?.state !== 'done') await deps.objectStore.delete(exportKey(exportId))
  },
})

const END_EXPORTS = 'console.endExports'

/** Ends exports whose job has used up its retries: an operator sees it, and may begin another. */
export const endExportsJob = ({ database: { db }, log }: ExportDeps): Job<object> => ({
  name: END_EXPORTS,
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '* * * * *',
  run: async () => {
    const givenUp = readPages<number>(ROWS_AT_ONCE, (after = 0, limit) =>
      listGivenUp(db, EXPORT_JOB.name, after, limit),
    )
    const work = { job: END_EXPORTS, log, fields: (exportId: number) => ({ exportId }) }
    await forEachRow(work, givenUp, (exportId) => failWaiting(db, exportId))
  },
})

const DELETE_EXPORTS = 'console.deleteExports'

export const deleteExportsJob = ({ database: { db }, clock, log, objectStore }: ExportDeps): Job<object> => ({
  name: DELETE_EXPORTS,
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '25 * * * *',
  run: async () => {
    const now = clock.now()
    const expired = readPages<number>(ROWS_AT_ONCE, (after = 0, limit) => listExpired(db, now, after, limit))
    const work = { job: DELETE_EXPORTS, log, fields: (exportId: number) => ({ exportId }) }
    await forEachRow(work, expired, async (exportId) => {
      // File first: if the row then stays, the next run retries.
      await objectStore.delete(exportKey(exportId))
      await deleteExport(db, exportId)
    })
  },
})
