import {
  createCannedAnswer,
  deleteCannedAnswer,
  getCannedAnswers,
  updateCannedAnswer,
} from '@yunji/contract/operator/service-calls'
import { cannedPlaceholders } from '@yunji/contract/service/canned'
import type { CallData } from '@yunji/contract/wire/call'
import { useWrite } from '../api/query.ts'
import { useCreating } from '../session/creating.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { Form, Submit, TextAreaField, TextField, useContractForm } from '../ui/form.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { confirm, Dialog } from '../ui/overlays.tsx'
import styles from './detail.module.css'
import { ExportButton } from './exports.tsx'

type Canned = CallData<typeof getCannedAnswers>['records'][number]

const columns: readonly Column<Canned>[] = [
  { id: 'title', title: '标题', cell: ({ title }) => title, sortBy: ({ title }) => title },
  { id: 'content', title: '内容', cell: ({ content }) => content },
]

export default function CannedAnswersPage() {
  const mayWrite = useRight('tickets.answer')
  return (
    <ListPage
      id="canned-answers"
      call={getCannedAnswers}
      paging="none"
      columns={columns}
      rowId={({ cannedAnswerId }) => String(cannedAnswerId)}
      actions={
        <>
          <ExportButton list="cannedAnswers" />
          {mayWrite && <NewCanned />}
        </>
      }
      empty="还没有常用回复"
      emptyHint="回复工单时按 Ctrl / 插入。"
      detailTitle={({ title }) => title}
      renderDetail={(canned, close) => <CannedDetail key={canned.cannedAnswerId} canned={canned} onClose={close} />}
    />
  )
}

const hint = `可用 ${cannedPlaceholders.map((name) => `{${name}}`).join('、')}，插入时自动填写`

function NewCanned() {
  const [isOpen, setOpen] = useCreating('tickets.answer')
  return (
    <>
      <Button tone="primary" icon="plus" onClick={() => setOpen(true)}>
        新建常用回复
      </Button>
      <Dialog title="新建常用回复" isOpen={isOpen} onClose={() => setOpen(false)}>
        <NewForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function NewForm({ onDone }: { readonly onDone: () => void }) {
  const form = useContractForm(createCannedAnswer.input, { title: '', content: '' })
  const create = useWrite(createCannedAnswer, { done: '已建立', isQuiet: true, onDone })
  return (
    <Form form={form} write={create} onSubmit={(values) => create.mutate(values)}>
      <TextField name="title" label="标题" maxLength={64} />
      <TextAreaField name="content" label="内容" hint={hint} rows={6} maxLength={2000} />
      <Submit isBusy={create.isPending} isWide>
        新建
      </Submit>
    </Form>
  )
}

function CannedDetail({ canned, onClose }: { readonly canned: Canned; readonly onClose: () => void }) {
  const mayWrite = useRight('tickets.answer')
  const form = useContractForm(updateCannedAnswer.input, canned)
  const save = useWrite(updateCannedAnswer, { done: '已保存', isQuiet: true, onDone: onClose })
  const remove = useWrite(deleteCannedAnswer, { done: '已删除', onDone: onClose })
  const removeIt = async (): Promise<void> => {
    const isSure = await confirm({
      title: `删除「${canned.title}」？`,
      text: '已经发出的回复不受影响。',
      confirm: '删除',
      isDestructive: true,
    })
    if (isSure) remove.mutate({ cannedAnswerId: canned.cannedAnswerId })
  }
  if (!mayWrite) return <p className={styles.text}>{canned.content}</p>
  return (
    <Form form={form} write={save} onSubmit={(values) => save.mutate(values)}>
      <TextField name="title" label="标题" maxLength={64} />
      <TextAreaField name="content" label="内容" hint={hint} rows={8} maxLength={2000} />
      <div className={styles.buttons}>
        <Submit isBusy={save.isPending}>保存</Submit>
        <Button tone="danger" isBusy={remove.isPending} onClick={() => void removeIt()}>
          删除…
        </Button>
      </div>
    </Form>
  )
}
