import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { noInput } from '../wire/fields.ts'
import { LIST_VIEW_NAME_CHARACTERS } from '../wire/operator-roles.ts'

/** Name of a list of the console. */
const list = z.string().check(z.regex(/^[a-zA-Z][a-zA-Z-]{0,31}$/))
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(LIST_VIEW_NAME_CHARACTERS))
/** Search, filters and sort, as they stand in the address of the list. */
const query = z.string().check(z.regex(/^[a-zA-Z0-9%&=+*._-]{1,1000}$/))

export const getListViews = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getListViews',
  summary: '自己保存的列表视图，先保存的在前',
  access: access.anyOperator,
  input: noInput,
  data: z.object({ records: z.array(z.object({ list: z.string(), name: z.string(), query: z.string() })) }),
})

export const saveListView = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/saveListView',
  summary: '保存自己的列表视图：query 为列表的查询参数，同名的被替换；每个列表最多 20 个，一共最多 200 个',
  access: access.anyOperator,
  input: z.strictObject({ list, name, query }),
  data: z.null(),
})

export const deleteListView = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/deleteListView',
  summary: '删除自己的列表视图；没有的也算成功',
  access: access.anyOperator,
  input: z.strictObject({ list, name }),
  data: z.null(),
})
