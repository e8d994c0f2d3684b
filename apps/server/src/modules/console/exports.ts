import { searchDevices } from '@yunji/contract/operator/device-calls'
import type {
  createExport as createCall,
  getExports as listCall,
  getUserExports as listOfUserCall,
} from '@yunji/contract/operator/export-calls'
import { getLedgerEntries } from '@yunji/contract/operator/ledger-calls'
import { searchOrders } from '@yunji/contract/operator/order-calls'
import { type ExportList, exportColumns } from '@yunji/contract/operator/records'
import { searchUsers } from '@yunji/contract/operator/user-calls'
import { type CallArguments, type CallData, parseAs, type Schema } from '@yunji/contract/wire/call'
import type { OperatorRight } from '@yunji/contract/wire/operator-roles'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { FastifyInstance } from 'fastify'
import { chinaDay } from '../../platform/china-time.ts'
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database.ts'
import { forEachRow, readPages } from '../../platform/each-row.ts'
import { AppError } from '../../platform/errors.ts'
import type { Job, Jobs } from '../../platform/jobs.ts'
import type { Place } from '../../platform/keyset.ts'
import { attachmentOf, type ObjectStore } from '../../platform/object-store.ts'
import type { Operator } from '../../platform/operators/operator.ts'
import type { SignedTokens } from '../../platform/signed-tokens.ts'
import { assertEntryFilter, readEntries } from '../commerce/ledger/index.ts'
import { csvLine, csvRow } from './csv.ts'
import type { ConsoleDeps } from './deps.ts'
import { listDevices } from './device-store.ts'
import { deviceRecordOf } from './devices.ts'
import {
  countRunningExports,
  countWaitingExports,
  deleteExport,
  type ExportRow,
  endExport,
  exportKey,
  failWaiting,
  findExport,
  findOwnExport,
  insertExport,
  listExpired,
  listGivenUp,
  listOwnExports,
  lockCustomer,
} from './export-store.ts'
import { listOrders } from './order-store.ts'
import { orderFilterOf, orderRecordOf } from './orders.ts'
import { zipPerson } from './person-export.ts'
import { listUsers } from './user-store.ts'
import { userFilterOf, userRecordOf } from './users.ts'

export interface ExportDeps extends ConsoleDeps {
  readonly objectStore: ObjectStore
  readonly jobs: Pick<Jobs, 'add'>
  readonly signedTokens: SignedTokens
}

const KEPT_MS = 7 * DAY_MS
const ADDRESS_LIFETIME_MS = 5 * MINUTE_MS
const PURPOSE = 'operator export'
const MOST_WAITING = 3
const MOST_ROWS = 1_000_000
const MOST_BYTES = 512 * 1024 * 1024
const ROWS_AT_ONCE = 500
const SHOWN = 50
/** Longer than any run: an export that was given up by its job keeps nobody from the next. */
const LONGEST_RUN_MS = HOUR_MS
const BYTE_ORDER_MARK = '\uFEFF'

const EXPORT_JOB = { name: 'console.export' } as const

interface ExportData {
  readonly exportId: number
}

type ListExport = ExportRow & { readonly list: ExportList }

/** The others are of one customer. */
const isOfList = (row: ExportRow): row is ListExport => row.list !== 'person'

const rightOf: Readonly<Record<ExportList, OperatorRight>> = {
  users: 'users.read',
  orders: 'orders.read',
  devices: 'devices.read',
  ledger: 'ledger.read',
}

const inputs = {
  users: searchUsers.input,
  orders: searchOrders.input,
  devices: searchDevices.input,
  ledger: getLedgerEntries.input,
}

/** Parameters of the list's own call; undefined when it would refuse them. */
const readQuery = <S extends Schema>(schema: S, query: string) =>
  parseAs(schema, Object.fromEntries(new URLSearchParams(query)))

/** Never everything instead of what was asked for. */
const mustReadQuery = <S extends Schema>(schema: S, query: string) => {
  const read = readQuery(schema, query)
  if (read === undefined) throw new Error('the parameters of an export do not fit its list any more')
  return read
}

export const createExport =
  ({ database: { db }, clock, jobs }: ExportDeps) =>
  async (
    { operatorId, name, rights }: Operator,
    { list, query, columns }: CallArguments<typeof createCall>,
  ): Promise<{ exportId: number }> => {
    const right = rightOf[list]
    if (!rights.includes(right)) throw new AppError('NO_PERMISSION', { data: { right } })
    if (readQuery<Schema>(inputs[list], query) === undefined)
      throw new AppError('BAD_INPUT', { text: '筛选条件不正确' })
    if (list === 'ledger') assertEntryFilter(mustReadQuery(inputs.ledger, query))
    const unique = [...new Set(columns)]
    if (!unique.every((column) => Object.hasOwn(exportColumns[list], column)))
      throw new AppError('BAD_INPUT', { text: '没有这一列' })
    return db.transaction((tx) =>
      beginExport(tx, { clock, jobs }, { operatorId, operatorName: name, list, query, columns: unique }),
    )
  }

type BegunExport = Pick<ExportRow, 'operatorId' | 'operatorName' | 'list' | 'query' | 'columns'> &
  Partial<Pick<ExportRow, 'userId'>>

const beginExport = async (
  tx: Tx,
  { clock, jobs }: Pick<ExportDeps, 'clock' | 'jobs'>,
  begun: BegunExport,
): Promise<{ exportId: number }> => {
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
    if (!isOfList(found)) assertPersonRight(operator)
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

interface Row {
  readonly place: Place
  readonly record: Readonly<Record<string, unknown>>
}

const ledgerRecordOf = ({ id: entryId, from, to, ...entry }: Awaited<ReturnType<typeof readEntries>>[number]) => ({
  ...entry,
  entryId,
  fromKind: from.kind,
  fromUserId: from.userId,
  toKind: to.kind,
  toUserId: to.userId,
})

/** Rows of the list after a place, as its own call finds them. */
const readerOf = ({ database: { db } }: ConsoleDeps, { list, query }: ListExport) => {
  const rowOf = <Found extends { id: number; micros?: string }>(found: Found, record: object): Row => ({
    place: { id: found.id, ...(found.micros !== undefined && { micros: found.micros }) },
    record: record as Row['record'],
  })
  return async (place: Place | undefined): Promise<Row[]> => {
    if (list === 'users') {
      const filter = userFilterOf(mustReadQuery(inputs.users, query))
      return (await listUsers(db, filter, place, ROWS_AT_ONCE)).map((user) => rowOf(user, userRecordOf(user)))
    }
    if (list === 'orders') {
      const filter = orderFilterOf(mustReadQuery(inputs.orders, query))
      return (await listOrders(db, filter, place, ROWS_AT_ONCE)).map((order) => rowOf(order, orderRecordOf(order)))
    }
    if (list === 'ledger') {
      const { cursor: _cursor, ...filter } = mustReadQuery(inputs.ledger, query)
      return (await readEntries(db, filter, place, ROWS_AT_ONCE)).map((entry) => rowOf(entry, ledgerRecordOf(entry)))
    }
    const { cursor: _cursor, sort = 'newest', ...filter } = mustReadQuery(inputs.devices, query)
    const found = await listDevices(db, { ...filter, sort }, place, ROWS_AT_ONCE)
    return found.map((device) => rowOf(device, deviceRecordOf(device)))
  }
}

interface Written {
  readonly rowCount: number
  readonly sizeBytes: number
}

const writeList = async (deps: ExportDeps, wanted: ListExport, signal: AbortSignal | undefined): Promise<Written> => {
  const { list, columns } = wanted
  const headings: Readonly<Record<string, string>> = exportColumns[list]
  const read = readerOf(deps, wanted)
  let rowCount = 0
  async function* lines(): AsyncGenerator<Buffer> {
    yield Buffer.from(BYTE_ORDER_MARK + csvLine(columns.map((column) => headings[column] ?? column)))
    let place: Place | undefined
    while (rowCount < MOST_ROWS) {
      signal?.throwIfAborted()
      const rows = await read(place)
      rowCount += rows.length
      if (rows.length > 0) yield Buffer.from(rows.map(({ record }) => csvRow(columns, record)).join(''))
      place = rows.at(-1)?.place
      if (rows.length < ROWS_AT_ONCE) return
    }
  }
  const { sizeBytes } = await deps.objectStore.put(exportKey(wanted.id), lines(), MOST_BYTES)
  return { rowCount, sizeBytes }
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
  return { rowCount, sizeBytes }
}

const writeFile = (deps: ExportDeps, wanted: ExportRow, signal: AbortSignal | undefined): Promise<Written> =>
  isOfList(wanted) ? writeList(deps, wanted, signal) : writePerson(deps, wanted, signal)

export const exportJob = (deps: ExportDeps): Job<ExportData> => ({
  ...EXPORT_JOB,
  heartbeatSeconds: 60,
  retryLimit: 3,
  run: async ({ exportId }, signal) => {
    const { db } = deps.database
    const wanted = await findExport(db, exportId)
    if (wanted?.state === 'done') return
    try {
      const written = wanted && (await writeFile(deps, wanted, signal))
      const isKept = written && (await endExport(db, exportId, { state: 'done', ...written }))
      // The account was erased meanwhile, or before a run that was killed is repeated.
      if (!isKept) await deps.objectStore.delete(exportKey(exportId))
    } catch (error) {
      await endExport(db, exportId, { state: 'failed' })
      throw error
    }
  },
})

const END_EXPORTS = 'console.endExports'

/** Ends exports whose job was killed out of its retries: an operator sees it, and may begin another. */
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
