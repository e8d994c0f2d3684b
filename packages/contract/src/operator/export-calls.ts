import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { count, epochMillis, noInput, positiveId, queryId, shortText } from '../wire/fields.ts'
import { exportListNames } from './export-lists.ts'

const MOST_COLUMNS = 40

const exportFacts = {
  exportId: positiveId,
  operatorName: shortText,
  state: z.enum(['waiting', 'done', 'failed']),
  rows: count,
  /** The file ends at the limit of rows although the list goes on. */
  isCut: z.boolean(),
  sizeBytes: count,
  createdAt: epochMillis,
  expiresAt: epochMillis,
}

export const createExport = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/createExport',
  summary: '把一个列表导出为 CSV：query 为列表的查询参数（不含 cursor 和 page），须有该列表的查看权限；文件保留 7 天',
  access: access.operator('data.export'),
  input: z.strictObject({
    list: z.enum(exportListNames),
    query: z.string().check(z.maxLength(1000)),
    columns: z.array(z.string().check(z.maxLength(32))).check(z.minLength(1), z.maxLength(MOST_COLUMNS)),
  }),
  data: z.object({ exportId: positiveId }),
})

export const getExports = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getExports',
  summary: '自己最近的导出，新的在前，最多 50 个',
  access: access.operator('data.export'),
  input: noInput,
  data: z.object({
    records: z.array(z.object({ ...exportFacts, list: z.enum(exportListNames) })),
  }),
})

export const createUserExport = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/createUserExport',
  summary:
    '应要求把一个用户的全部数据导出为 ZIP：须有用户管理权限；每个用户同时只有一个，文件保留 7 天，账号注销时删除',
  access: access.operator('data.export'),
  input: z.strictObject({ userId: positiveId }),
  data: z.object({ exportId: positiveId }),
})

export const getUserExports = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getUserExports',
  summary: '自己为一个用户做的数据导出，新的在前；用 openExport 取得下载地址',
  access: access.operator('data.export'),
  input: z.strictObject({ userId: queryId }),
  data: z.object({ records: z.array(z.object(exportFacts)) }),
})

export const openExport = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/openExport',
  summary: '取得一个导出文件的下载地址，5 分钟内有效；只限本人',
  access: access.operator('data.export'),
  input: z.strictObject({ exportId: positiveId }),
  data: z.object({ address: z.string() }),
})
