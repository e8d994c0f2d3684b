import { VerificationKind } from '@yunji/contract/accounts/verification/schema'
import { decideVerification, getWaitingVerifications } from '@yunji/contract/operator/calls'
import type { CallData } from '@yunji/contract/wire/call'
import { useState } from 'react'
import { useWrite } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Form, Submit, TextAreaField, useContractForm } from '../ui/form.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { confirm, Dialog } from '../ui/overlays.tsx'
import { Facts, Tag } from '../ui/states.tsx'
import styles from './detail.module.css'
import { time } from './labels.tsx'

type Waiting = CallData<typeof getWaitingVerifications>['records'][number]

const REFETCH_MS = 60_000

const kindNames: Readonly<Record<VerificationKind, string>> = {
  [VerificationKind.personal]: '个人',
  [VerificationKind.company]: '企业',
}

const columns: readonly Column<Waiting>[] = [
  { id: 'name', title: '名称', cell: ({ name }) => name, sortBy: ({ name }) => name },
  {
    id: 'kind',
    title: '种类',
    cell: ({ kind }) => <Tag tone="brand">{kindNames[kind]}</Tag>,
    sortBy: ({ kind }) => kind,
  },
  { id: 'userId', title: '用户', cell: ({ userId }) => `#${userId}`, sortBy: ({ userId }) => userId },
  { id: 'pictures', title: '图片', cell: ({ pictures }) => `${pictures.length} 张` },
  { id: 'submittedAt', title: '提交', cell: (row) => time(row.submittedAt), sortBy: (row) => row.submittedAt },
]

export default function VerificationsPage() {
  return (
    <ListPage
      id="verifications"
      call={getWaitingVerifications}
      columns={columns}
      rowId={({ verificationId }) => String(verificationId)}
      searches={[{ name: 'text', label: '用户编号、手机号或名称' }]}
      empty="没有待审核的认证"
      // Addresses of the pictures last for minutes.
      refetchMs={REFETCH_MS}
      emptyHint="自动核验不了的认证会在这里等待审核，先提交的在前。"
      detailTitle={({ name, kind }) => `${kindNames[kind]}认证 · ${name}`}
      renderDetail={(waiting, close) => <Review key={waiting.verificationId} waiting={waiting} onDone={close} />}
    />
  )
}

function Review({ waiting, onDone }: { readonly waiting: Waiting; readonly onDone: () => void }) {
  const { verificationId, userId, kind, processKey, name, number, legalPerson, pictures, submittedAt } = waiting
  const [isReturning, setReturning] = useState(false)
  const pass = useWrite(decideVerification, { done: '已通过', onDone })
  const passOne = async (): Promise<void> => {
    const isSure = await confirm({
      title: `通过「${name}」的认证？`,
      text: '用户随即完成认证并收到通知，之后不能在这里撤回。',
      confirm: '通过',
    })
    if (isSure) pass.mutate({ verificationId, processKey, isPassed: true })
  }
  return (
    <div className={styles.detail}>
      <Facts
        of={[
          ['用户', `#${userId}`],
          ['种类', kindNames[kind]],
          ['审批流程', processKey],
          [kind === VerificationKind.company ? '企业名称' : '姓名', name],
          [kind === VerificationKind.company ? '统一社会信用代码' : '证件号', number],
          ...(kind === VerificationKind.company ? [['法定代表人', legalPerson] as const] : []),
          ['提交时间', time(submittedAt)],
        ]}
      />
      <div className={styles.block}>
        <h3>图片</h3>
        {pictures.length === 0 ? (
          <p className={styles.note}>没有图片。</p>
        ) : (
          <div className={styles.pictures}>
            {pictures.map((address, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- addresses change while the list is open, places do not
              <a key={index} href={address} target="_blank" rel="noreferrer">
                <img src={address} alt={`认证图片 ${index + 1}`} />
              </a>
            ))}
          </div>
        )}
      </div>
      <div className={styles.buttons}>
        <Button tone="primary" icon="check" isBusy={pass.isPending} onClick={() => void passOne()}>
          通过
        </Button>
        <Button tone="danger" onClick={() => setReturning(true)}>
          退回
        </Button>
      </div>
      <Dialog
        title="退回认证"
        description="用户会看到原因，修改后可以再次提交。"
        isOpen={isReturning}
        onClose={() => setReturning(false)}
      >
        <ReturnForm waiting={waiting} onDone={onDone} />
      </Dialog>
    </div>
  )
}

interface ReturnValues {
  verificationId: number
  processKey: Waiting['processKey']
  isPassed: boolean
  reason: string
}

function ReturnForm({ waiting, onDone }: { readonly waiting: Waiting; readonly onDone: () => void }) {
  const { verificationId, processKey } = waiting
  const blank: ReturnValues = { verificationId, processKey, isPassed: false, reason: '' }
  const form = useContractForm(decideVerification.input, blank)
  const reject = useWrite(decideVerification, { done: '已退回', onDone })
  const submit = (values: ReturnValues): void => {
    if (values.reason.trim() === '') form.setError('reason', { message: '请写明原因' })
    else reject.mutate(values)
  }
  return (
    <Form form={form} onSubmit={submit}>
      <TextAreaField name="reason" label="原因" placeholder="例如：身份证反面不清晰" maxLength={512} />
      <Submit isBusy={reject.isPending} isWide>
        退回
      </Submit>
    </Form>
  )
}
