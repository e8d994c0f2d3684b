import { Link } from '@tanstack/react-router'
import { checkStatusLabels, isVerified, UserType, userTypeLabels } from '@yunji/contract/accounts/user/enums'
import { VerificationKind } from '@yunji/contract/accounts/verification/schema'
import { formatBeans } from '@yunji/contract/display/money'
import { userStateLabels } from '@yunji/contract/operator/labels'
import type { UserRecord } from '@yunji/contract/operator/records'
import { endUserSessions, freezeUser, getUser, searchUsers, unfreezeUser } from '@yunji/contract/operator/user-calls'
import type { CallData } from '@yunji/contract/wire/call'
import { useState } from 'react'
import { useCall, useWrite } from '../api/query.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { Form, Submit, TextAreaField, useContractForm } from '../ui/form.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { money } from '../ui/money.ts'
import { confirm, Dialog } from '../ui/overlays.tsx'
import { Async, Card, Facts, State, Tag } from '../ui/states.tsx'
import { showToast } from '../ui/toast.ts'
import { callName } from './call-names.ts'
import styles from './detail.module.css'
import { ExportButton, PersonExportButton } from './exports.tsx'
import { time } from './labels.tsx'
import { DeletionButton } from './user-deletion.tsx'

type User = CallData<typeof getUser>

const UserState = ({ of }: { readonly of: 'active' | 'frozen' }) => (
  <State tone={of === 'frozen' ? 'dead' : 'run'}>{userStateLabels[of]}</State>
)

const columns: readonly Column<UserRecord>[] = [
  { id: 'userId', title: '编号', cell: ({ userId }) => `#${userId}` },
  { id: 'name', title: '昵称', cell: ({ name }) => name },
  { id: 'maskedPhone', title: '手机号', cell: ({ maskedPhone }) => maskedPhone || '--' },
  { id: 'userType', title: '类型', cell: ({ userType }) => userTypeLabels[userType] },
  {
    id: 'verified',
    title: '认证',
    cell: (user) => (isVerified(user) ? <Tag tone="run">已认证</Tag> : <Tag>未认证</Tag>),
  },
  { id: 'state', title: '状态', cell: ({ state }) => <UserState of={state} /> },
  {
    id: 'deviceCount',
    title: '设备',
    align: 'right',
    cell: ({ deviceCount }) => deviceCount,
    sortBy: (row) => row.deviceCount,
  },
  { id: 'createdAt', title: '注册', cell: ({ createdAt }) => time(createdAt) },
]

export default function UsersPage() {
  return (
    <ListPage
      id="users"
      call={searchUsers}
      paging="keyset"
      actions={<ExportButton list="users" />}
      columns={columns}
      rowId={({ userId }) => String(userId)}
      searches={[{ name: 'text', label: '编号、手机号或昵称' }]}
      filters={[
        {
          name: 'state',
          label: '状态',
          options: Object.entries(userStateLabels),
        },
        {
          name: 'userType',
          label: '类型',
          options: Object.values(UserType).map((type) => [String(type), userTypeLabels[type]] as const),
        },
        {
          name: 'verified',
          label: '认证',
          options: [
            ['1', '已认证'],
            ['0', '未认证'],
          ],
        },
        { name: 'sort', label: '排序', any: '新注册的在前', options: [['oldest', '先注册的在前']] },
      ]}
      empty="还没有用户"
      openTitle={(id) => `用户 #${id}`}
      renderOpen={(id) => <UserDetail key={id} userId={id} />}
    />
  )
}

function UserDetail({ userId }: { readonly userId: string }) {
  const user = useCall(getUser, { userId })
  return <Async of={user}>{(read) => <UserView user={read} />}</Async>
}

function UserView({ user }: { readonly user: User }) {
  const mayWrite = useRight('users.write')
  const maySeeOrders = useRight('orders.read')
  const maySeeDevices = useRight('devices.read')
  const id = String(user.userId)
  return (
    <div className={styles.detail}>
      <Facts
        of={[
          ['状态', <UserState key="state" of={user.state} />],
          ['昵称', user.name],
          ['手机号', user.mobilePhone],
          ['类型', userTypeLabels[user.userType]],
          ['个人认证', checkStatusLabels[user.personalCheckStatus]],
          ['企业认证', checkStatusLabels[user.companyCheckStatus]],
          ['余额', money(user.balanceCents)],
          ['云豆', formatBeans(user.beansCents)],
          [
            '设备',
            maySeeDevices ? (
              <Link key="devices" to="/devices" search={{ ownerId: id } as never}>
                {user.deviceCount} 台
              </Link>
            ) : (
              `${user.deviceCount} 台`
            ),
          ],
          [
            '订单',
            maySeeOrders ? (
              <Link key="orders" to="/orders" search={{ userId: id } as never}>
                {user.orderCount} 笔
              </Link>
            ) : (
              `${user.orderCount} 笔`
            ),
          ],
          ['注册时间', time(user.createdAt)],
          ...(user.frozenAt === null
            ? []
            : [['冻结', `${time(user.frozenAt)}：${user.frozenReason || '没有写原因'}`] as const]),
          ...(user.erasesAt === null ? [] : [['注销生效', time(user.erasesAt)] as const]),
        ]}
      />
      {mayWrite && <UserActions user={user} />}
      <Card title="有效的登录">
        {user.sessions.length === 0 ? (
          <p className={styles.note}>没有有效的登录。</p>
        ) : (
          <ul className={styles.lines}>
            {user.sessions.map((session) => (
              <li key={session.sessionId}>
                <span>
                  {session.deviceName || session.terminalType || '未知的设备'} · {session.address}
                </span>
                <span>{time(session.renewedAt)}</span>
              </li>
            ))}
          </ul>
        )}
      </Card>
      {user.verifications.length > 0 && (
        <Card title="认证">
          <ul className={styles.lines}>
            {user.verifications.map(({ verificationId, kind, status, reason, submittedAt }) => (
              <li key={verificationId}>
                <span>
                  {kind === VerificationKind.company ? '企业' : '个人'}认证 {checkStatusLabels[status]}
                  {reason && `：${reason}`}
                </span>
                <span>{time(submittedAt)}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {user.audit.length > 0 && (
        <Card title="运营人员的操作">
          <ul className={styles.lines}>
            {user.audit.map(({ auditId, at, operatorName, call }) => (
              <li key={auditId}>
                <span>
                  {operatorName} {callName(call)}
                </span>
                <span>{time(at)}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}

function UserActions({ user }: { readonly user: User }) {
  const { userId, state, name } = user
  const [isFreezing, setFreezing] = useState(false)
  const unfreeze = useWrite(unfreezeUser, { done: '已解除冻结' })
  const end = useWrite(endUserSessions, { onDone: ({ ended }) => showToast(`已结束 ${ended} 个登录`) })
  const endAll = async (): Promise<void> => {
    const isSure = await confirm({
      title: `结束「${name}」的全部登录？`,
      text: '用户在所有设备上立即退出，须重新登录；正在看的画面会断开。',
      confirm: '结束登录',
      isDestructive: true,
    })
    if (isSure) end.mutate({ userId })
  }
  const unfreezeOne = async (): Promise<void> => {
    const isSure = await confirm({
      title: `解除「${name}」的冻结？`,
      text: '用户立即可以登录和操作，原有登录继续有效。',
      confirm: '解除冻结',
    })
    if (isSure) unfreeze.mutate({ userId })
  }
  return (
    <div className={styles.buttons}>
      {state === 'frozen' ? (
        <Button tone="tint" isBusy={unfreeze.isPending} onClick={() => void unfreezeOne()}>
          解除冻结
        </Button>
      ) : (
        <Button tone="danger" icon="lock" onClick={() => setFreezing(true)}>
          冻结账号
        </Button>
      )}
      <Button isBusy={end.isPending} disabled={user.sessions.length === 0} onClick={() => void endAll()}>
        结束全部登录
      </Button>
      <PersonExportButton user={user} />
      <DeletionButton user={user} />
      <Dialog
        title={`冻结「${name}」`}
        description="立即不能登录和操作，画面断开，自动续费暂停；云手机运行到期满。"
        isOpen={isFreezing}
        onClose={() => setFreezing(false)}
      >
        <FreezeForm userId={userId} onDone={() => setFreezing(false)} />
      </Dialog>
    </div>
  )
}

function FreezeForm({ userId, onDone }: { readonly userId: number; readonly onDone: () => void }) {
  const form = useContractForm(freezeUser.input, { userId, reason: '' })
  const freeze = useWrite(freezeUser, { done: '账号已冻结', isQuiet: true, onDone })
  return (
    <Form form={form} write={freeze} onSubmit={(values) => freeze.mutate(values)}>
      <TextAreaField name="reason" label="原因" hint="只有运营人员能看到" rows={3} maxLength={200} />
      <Submit isBusy={freeze.isPending} isWide>
        冻结账号
      </Submit>
    </Form>
  )
}
