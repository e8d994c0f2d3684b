import {
  addOperator,
  changeOperator,
  getOperatorSessions,
  getOperators,
  resetOperator,
} from '@yunji/contract/operator/account-calls'
import { operatorRoleLabels } from '@yunji/contract/operator/labels'
import type { CallData } from '@yunji/contract/wire/call'
import { type OperatorRole, operatorRoles } from '@yunji/contract/wire/operator-roles'
import { useState } from 'react'
import { useCall, useWrite } from '../api/query.ts'
import { useCreating } from '../session/creating.ts'
import { useSelf } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { Form, type Option, Select, SelectField, Submit, TextField, useContractForm } from '../ui/form.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { confirm, Dialog } from '../ui/overlays.tsx'
import { copyText } from '../ui/save-text.ts'
import { Async, Card, Facts, State, Tag } from '../ui/states.tsx'
import styles from './detail.module.css'
import { ExportButton } from './exports.tsx'
import { time } from './labels.tsx'
import { SessionList } from './session-list.tsx'

type Operator = CallData<typeof getOperators>['records'][number]

const roleOptions: readonly Option<OperatorRole>[] = operatorRoles.map((role) => [role, operatorRoleLabels[role]])

function OperatorState({ of }: { readonly of: Operator }) {
  if (of.isDisabled) return <State tone="off">已停用</State>
  if (of.mustChangePassword) return <State tone="soon">待首次登录</State>
  return of.hasSecondFactor ? <State tone="run">正常</State> : <State tone="soon">未绑定动态口令</State>
}

const columns: readonly Column<Operator>[] = [
  { id: 'name', title: '用户名', cell: ({ name }) => name, sortBy: ({ name }) => name },
  {
    id: 'role',
    title: '角色',
    cell: ({ role }) => <Tag tone="brand">{operatorRoleLabels[role]}</Tag>,
    sortBy: ({ role }) => role,
  },
  { id: 'state', title: '状态', cell: (operator) => OperatorState({ of: operator }) },
  {
    id: 'lastLoginAt',
    title: '最近登录',
    cell: ({ lastLoginAt }) => time(lastLoginAt),
    sortBy: ({ lastLoginAt }) => lastLoginAt ?? 0,
  },
  {
    id: 'createdAt',
    title: '建立时间',
    cell: ({ createdAt }) => time(createdAt),
    sortBy: ({ createdAt }) => createdAt,
  },
]

export default function OperatorsPage() {
  const [isAdding, setAdding] = useCreating('operators.write')
  const [given, setGiven] = useState<{ name: string; password: string } | null>(null)
  return (
    <>
      <ListPage
        id="operators"
        call={getOperators}
        columns={columns}
        rowId={({ operatorId }) => String(operatorId)}
        empty="还没有运营人员"
        actions={
          <>
            <ExportButton list="operators" />
            <Button tone="primary" icon="plus" onClick={() => setAdding(true)}>
              新建运营人员
            </Button>
          </>
        }
        detailTitle={({ name }) => name}
        renderDetail={(operator) => (
          <OperatorDetail key={operator.operatorId} operator={operator} onPassword={setGiven} />
        )}
      />
      <Dialog
        title="新建运营人员"
        description="初始密码只显示一次；首次登录时须修改密码并绑定动态口令。"
        isOpen={isAdding}
        onClose={() => setAdding(false)}
      >
        <AddOperator
          onAdded={(added) => {
            setAdding(false)
            setGiven(added)
          }}
        />
      </Dialog>
      <Dialog
        title="初始密码"
        description={`请把它安全地交给「${given?.name ?? ''}」，关闭后不再显示。`}
        isOpen={given !== null}
        onClose={() => setGiven(null)}
        actions={
          <Button tone="primary" icon="copy" onClick={() => void copyText(given?.password ?? '', '密码已复制')}>
            复制
          </Button>
        }
      >
        <code className={styles.secret}>{given?.password}</code>
      </Dialog>
    </>
  )
}

function AddOperator({ onAdded }: { readonly onAdded: (added: { name: string; password: string }) => void }) {
  const form = useContractForm<{ name: string; role: OperatorRole }>(addOperator.input, { name: '', role: 'support' })
  const add = useWrite(addOperator, {
    isQuiet: true,
    onDone: ({ password }) => onAdded({ name: form.getValues('name'), password }),
  })
  return (
    <Form form={form} write={add} onSubmit={(values) => add.mutate(values)}>
      <TextField
        name="name"
        label="用户名"
        hint="小写字母开头，2–32 位小写字母、数字、点、横线"
        spellCheck={false}
        autoFocus
      />
      <SelectField name="role" label="角色" options={roleOptions} />
      <Submit isBusy={add.isPending} isWide>
        新建
      </Submit>
    </Form>
  )
}

interface OperatorDetailProps {
  readonly operator: Operator
  readonly onPassword: (given: { name: string; password: string }) => void
}

function OperatorDetail({ operator, onPassword }: OperatorDetailProps) {
  const { operatorId, name, role, isDisabled } = operator
  const self = useSelf()
  const isSelf = self.operator.operatorId === operatorId
  const sessions = useCall(getOperatorSessions, { operatorId: String(operatorId) })
  const change = useWrite(changeOperator, { done: '已生效' })
  const reset = useWrite(resetOperator, {
    done: '已重置，该人员的登录全部结束',
    onDone: ({ password }) => password !== undefined && onPassword({ name, password }),
  })
  const changeRole = async (next: OperatorRole): Promise<void> => {
    if (next === role) return
    const isSure = await confirm({
      title: `把「${name}」改为${operatorRoleLabels[next]}？`,
      text: isSelf ? '你自己的权限立即改变。' : '权限立即改变，正在进行的登录也一样。',
      confirm: '修改角色',
    })
    if (isSure) change.mutate({ operatorId, role: next })
  }
  const toggle = async (): Promise<void> => {
    const isSure = await confirm({
      title: isDisabled ? `恢复「${name}」？` : `停用「${name}」？`,
      text: isDisabled
        ? '恢复后可以用原来的密码和动态口令登录。'
        : '其登录立即全部结束，之后不能再登录；操作记录保留。',
      confirm: isDisabled ? '恢复' : '停用',
      isDestructive: !isDisabled,
    })
    if (isSure) change.mutate({ operatorId, isDisabled: !isDisabled })
  }
  const resetOne = async (what: 'password' | 'secondFactor'): Promise<void> => {
    const isPassword = what === 'password'
    const isSure = await confirm({
      title: isPassword ? `重置「${name}」的密码？` : `解除「${name}」的动态口令？`,
      text: isPassword
        ? '原密码立即失效，登录全部结束；新密码只显示一次。'
        : '验证器和恢复码立即失效，登录全部结束，下次登录时须重新绑定。',
      confirm: isPassword ? '重置密码' : '解除动态口令',
      isDestructive: true,
    })
    if (isSure) reset.mutate({ operatorId, what })
  }
  return (
    <div className={styles.detail}>
      <Facts
        of={[
          ['状态', <OperatorState key="state" of={operator} />],
          ['建立时间', time(operator.createdAt)],
          ['最近登录', time(operator.lastLoginAt)],
          ['动态口令', operator.hasSecondFactor ? '已绑定' : '未绑定'],
        ]}
      />
      <div className={styles.block}>
        <h3>角色</h3>
        <Select label="角色" value={role} options={roleOptions} onChange={(next) => void changeRole(next)} />
      </div>
      <div className={styles.buttons}>
        <Button icon="lock" isBusy={reset.isPending} onClick={() => void resetOne('password')}>
          重置密码
        </Button>
        <Button disabled={!operator.hasSecondFactor} onClick={() => void resetOne('secondFactor')}>
          解除动态口令
        </Button>
        <Button tone={isDisabled ? 'tint' : 'danger'} isBusy={change.isPending} onClick={() => void toggle()}>
          {isDisabled ? '恢复' : '停用'}
        </Button>
      </div>
      <Card title="有效的登录">
        <Async of={sessions}>{({ records }) => <SessionList sessions={records} />}</Async>
      </Card>
    </div>
  )
}
