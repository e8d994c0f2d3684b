import { type DeletionGround, deletionGrounds } from '@yunji/contract/accounts/profile/schema'
import { formatBeans } from '@yunji/contract/display/money'
import { cancelUserDeletion, getUserDeletion, requestUserDeletion } from '@yunji/contract/operator/user-calls'
import type { CallData } from '@yunji/contract/wire/call'
import { useState } from 'react'
import { useCall, useWrite } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Form, SelectField, Submit, SwitchField, useContractForm } from '../ui/form.tsx'
import { money } from '../ui/money.ts'
import { confirm, Dialog } from '../ui/overlays.tsx'
import { Async, Facts } from '../ui/states.tsx'
import styles from './detail.module.css'

const groundNames: Readonly<Record<DeletionGround, string>> = {
  customer: '用户本人要求',
  guardian: '监护人要求',
  regulator: '主管部门要求',
  duplicate: '重复的账号',
}

interface DeletionButtonProps {
  readonly user: { readonly userId: number; readonly name: string; readonly erasesAt: number | null }
}

/** Requests the deletion of an account, or cancels a requested one. */
export function DeletionButton({ user: { userId, name, erasesAt } }: DeletionButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const cancel = useWrite(cancelUserDeletion, { done: '注销已撤销' })
  const cancelIt = async (): Promise<void> => {
    const isSure = await confirm({
      title: `撤销「${name}」的注销？`,
      text: '账号照常保留，用户可以继续登录。',
      confirm: '撤销注销',
    })
    if (isSure) cancel.mutate({ userId })
  }
  if (erasesAt !== null)
    return (
      <Button isBusy={cancel.isPending} onClick={() => void cancelIt()}>
        撤销注销
      </Button>
    )
  return (
    <>
      <Button tone="danger" icon="trash" onClick={() => setOpen(true)}>
        注销账号…
      </Button>
      <Dialog
        title={`注销「${name}」`}
        description="条件与用户自己注销相同：等待期内用户登录即撤销，之后个人数据被清除，不能恢复。"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <Deletion userId={userId} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

interface DeletionProps {
  readonly userId: number
  readonly onDone: () => void
}

function Deletion({ userId, onDone }: DeletionProps) {
  const state = useCall(getUserDeletion, { userId: String(userId) })
  return (
    <Async of={state}>
      {(read) =>
        read.obstacleTexts.length > 0 ? (
          <ul className={styles.problems}>
            {read.obstacleTexts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        ) : (
          <DeletionForm userId={userId} state={read} onDone={onDone} />
        )
      }
    </Async>
  )
}

interface DeletionFormProps extends DeletionProps {
  readonly state: CallData<typeof getUserDeletion>
}

interface DeletionValues {
  userId: number
  ground?: DeletionGround
  isForfeitAgreed: boolean
}

function DeletionForm({ userId, state, onDone }: DeletionFormProps) {
  const { beansCents, balanceCents, coupons, codes } = state.holdings
  const form = useContractForm<DeletionValues>(requestUserDeletion.input, { userId, isForfeitAgreed: false })
  const request = useWrite(requestUserDeletion, { done: '已开始注销', isQuiet: true, onDone })
  const send = async ({ ground, isForfeitAgreed }: DeletionValues): Promise<void> => {
    if (!ground) return
    const isSure = await confirm({
      title: '开始注销？',
      text: `全部登录立即结束；${state.coolingOffDays} 天后清除个人数据，其间可以撤销。`,
      confirm: '开始注销',
      isDestructive: true,
    })
    if (isSure) request.mutate({ userId, ground, isForfeitAgreed })
  }
  return (
    <Form form={form} write={request} onSubmit={(values) => void send(values)}>
      <Facts
        of={[
          ['余额', money(balanceCents)],
          ['云豆', formatBeans(beansCents)],
          ['优惠券', `${coupons} 张`],
          ['激活码', `${codes} 个`],
        ]}
      />
      <SelectField
        name="ground"
        label="理由"
        options={deletionGrounds.map((ground) => [ground, groundNames[ground]] as const)}
      />
      {beansCents + balanceCents + coupons + codes > 0 && (
        <SwitchField name="isForfeitAgreed" label="用户同意放弃以上各项" hint="注销生效时作废，不能恢复" />
      )}
      <Submit isBusy={request.isPending} isDestructive isWide>
        注销账号
      </Submit>
    </Form>
  )
}
