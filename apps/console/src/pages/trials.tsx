import { getTrialReturns, returnTrial } from '@yunji/contract/operator/content-calls'
import type { CallData } from '@yunji/contract/wire/call'
import { useWrite } from '../api/query.ts'
import { useCreating } from '../session/creating.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { integerCodec } from '../ui/codecs.ts'
import { Form, Submit, TextAreaField, TextField, useContractForm } from '../ui/form.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { Dialog } from '../ui/overlays.tsx'
import { ExportButton } from './exports.tsx'
import { time } from './labels.tsx'

type Returned = CallData<typeof getTrialReturns>['records'][number]

const columns: readonly Column<Returned>[] = [
  { id: 'userId', title: '用户', cell: ({ userId }) => `#${userId}`, sortBy: ({ userId }) => userId },
  { id: 'operatorName', title: '处理人', cell: (row) => row.operatorName, sortBy: (row) => row.operatorName },
  { id: 'reason', title: '原因', cell: ({ reason }) => reason },
  { id: 'returnedAt', title: '时间', cell: (row) => time(row.returnedAt), sortBy: (row) => row.returnedAt },
]

export default function TrialsPage() {
  const mayReturn = useRight('users.write')
  const [isOpen, setOpen] = useCreating('users.write')
  return (
    <>
      <ListPage
        id="trials"
        call={getTrialReturns}
        columns={columns}
        rowId={({ userId, returnedAt }) => `${userId}-${returnedAt}`}
        empty="没有退回过的试用"
        emptyHint="退回后，账号可以再试用一次。"
        actions={
          <>
            <ExportButton list="trialReturns" />
            {mayReturn && (
              <Button tone="primary" icon="plus" onClick={() => setOpen(true)}>
                退回试用
              </Button>
            )}
          </>
        }
      />
      <Dialog
        title="退回试用"
        description="账号可以再试用一次：试用已经结束，或因同一手机号、证件、设备用过而被拒绝。"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <ReturnForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function ReturnForm({ onDone }: { readonly onDone: () => void }) {
  const form = useContractForm<{ userId?: number; reason: string }>(returnTrial.input, { reason: '' })
  const returnOne = useWrite(returnTrial, { done: '已退回，可以再试用一次', isQuiet: true, onDone })
  return (
    <Form
      form={form}
      write={returnOne}
      onSubmit={(values) => returnOne.mutate(values as Parameters<typeof returnOne.mutate>[0])}
    >
      <TextField name="userId" label="用户编号" inputMode="numeric" codec={integerCodec} />
      <TextAreaField name="reason" label="原因" rows={3} maxLength={200} />
      <Submit isBusy={returnOne.isPending} isWide>
        退回试用
      </Submit>
    </Form>
  )
}
