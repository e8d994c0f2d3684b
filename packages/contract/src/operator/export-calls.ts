import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { count, epochMillis, noInput, positiveId, shortText } from '../wire/fields.ts'
import { exportLists } from './records.ts'

const MOST_COLUMNS = 40

export const createExport = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/createExport',
  summary: '把一个列表导出为 CSV：query 为列表的查询参数（不含 cursor），须有该列表的查看权限；文件保留 7 天',
  access: access.operator('data.export'),
  input: z.strictObject({
    list: z.enum(exportLists),
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
    records: z.array(
      z.object({
        exportId: positiveId,
        operatorName: shortText,
        list: z.enum(exportLists),
        state: z.enum(['waiting', 'done', 'failed']),
        rows: count,
        sizeBytes: count,
        createdAt: epochMillis,
        expiresAt: epochMillis,
      }),
    ),
  }),
})

export const openExport = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/openExport',
  summary: '取得一个导出文件的下载地址，5 分钟内有效；只限本人',
  access: access.operator('data.export'),
  input: z.strictObject({ exportId: positiveId }),
  data: z.object({ address: z.string() }),
})
