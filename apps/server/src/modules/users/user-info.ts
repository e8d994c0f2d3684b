import type { UserInfo } from '@yunji/contract/user/schema'
import type { Pool } from 'pg'
import { createBatchLoader } from '../../platform/batch-loader.ts'
import { AppError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/sessions/caller.ts'

interface Row {
  position: number
  id: string
  name: string
  avatar: string
  mobile_phone: string | null
  user_type: UserInfo['userType']
  personal_check_status: UserInfo['personalCheckStatus']
  company_check_status: UserInfo['companyCheckStatus']
  has_password: boolean
}

/** Asked at every start and after every login, by many at once: written by hand, prepared, and asked for all of them. */
const LOOK_UP = `
  select asked.position::int as position, u.id, u.name, u.avatar, u.mobile_phone, u.user_type,
    u.personal_check_status, u.company_check_status, u.password_hash is not null as has_password
  from unnest($1::bigint[]) with ordinality as asked (id, position)
  join users u on u.id = asked.id`

const findInfos = async (pool: Pool, userIds: readonly number[]): Promise<(UserInfo | null)[]> => {
  const { rows } = await pool.query<Row>({ name: 'user-infos', text: LOOK_UP, values: [userIds] })
  const found: (UserInfo | null)[] = userIds.map(() => null)
  for (const row of rows) found[row.position - 1] = toUserInfo(row)
  return found
}

const toUserInfo = (row: Row): UserInfo => ({
  userId: Number(row.id),
  name: row.name,
  avatar: row.avatar,
  mobilePhone: row.mobile_phone ?? '',
  userType: row.user_type,
  personalCheckStatus: row.personal_check_status,
  companyCheckStatus: row.company_check_status,
  showModifyPassword: row.has_password ? 0 : 1,
})

/** `mobilePhone` may only name the caller: anyone else's number looks like nobody's. */
export const createUserInfo = (pool: Pool) => {
  const load = createBatchLoader((userIds: readonly number[]) => findInfos(pool, userIds))
  return async ({ userId }: Caller, mobilePhone: string | undefined): Promise<UserInfo> => {
    const info = await load(userId)
    if (!info || (mobilePhone !== undefined && mobilePhone !== info.mobilePhone)) throw new AppError('NOT_FOUND')
    return info
  }
}
