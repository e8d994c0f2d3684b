import { fillIn } from '@yunji/contract/messages/wording'
import { getMessageWordings, resetMessageWording, setMessageWording } from '@yunji/contract/operator/wording-calls'
import type { CallData } from '@yunji/contract/wire/call'
import { useWrite } from '../api/query.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { Form, Submit, TextAreaField, TextField, useContractForm, withBasis } from '../ui/form.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { confirm } from '../ui/overlays.tsx'
import { Facts, Tag } from '../ui/states.tsx'
import styles from './detail.module.css'

type Wording = CallData<typeof getMessageWordings>['records'][number]

const filled = (pattern: string, { facts }: Wording): string =>
  fillIn(pattern, Object.fromEntries(facts.map(({ name, example }) => [name, example])))

const columns: readonly Column<Wording>[] = [
  { id: 'standard', title: '消息', cell: (wording) => filled(wording.standard.title, wording) },
  { id: 'summary', title: '摘要', cell: (wording) => filled(wording.summary, wording) },
  { id: 'isOwn', title: '文字', cell: ({ isOwn }) => (isOwn ? <Tag tone="brand">已修改</Tag> : <Tag>默认</Tag>) },
  { id: 'key', title: '代号', cell: ({ key }) => key, isExtra: true },
]

export default function MessageWordingsPage() {
  return (
    <ListPage
      id="message-wordings"
      call={getMessageWordings}
      paging="none"
      columns={columns}
      rowId={({ key }) => key}
      searches={[{ name: 'text', label: '标题或文字' }]}
      empty="没有这样的消息"
      detailTitle={(wording) => filled(wording.standard.title, wording)}
      renderDetail={(wording) => <WordingDetail key={`${wording.key} ${wording.isOwn}`} wording={wording} />}
    />
  )
}

function WordingDetail({ wording }: { readonly wording: Wording }) {
  const maySend = useRight('messages.send')
  const { key, title, content, summary, standard, facts, isOwn } = wording
  const form = useContractForm(setMessageWording.input, { key, title, content, summary })
  const save = useWrite(setMessageWording, { done: '文字已更新，之后的消息使用它', isQuiet: true })
  const reset = useWrite(resetMessageWording, { done: '已恢复默认文字' })
  const resetIt = async (): Promise<void> => {
    const isSure = await confirm({
      title: '恢复默认文字？',
      text: '修改过的文字会被丢弃。',
      confirm: '恢复默认',
      isDestructive: true,
    })
    if (isSure) reset.mutate({ key })
  }
  const now = form.watch()
  return (
    <div className={styles.detail}>
      <article className={styles.preview} aria-label="预览">
        <strong>{filled(now.title, wording)}</strong>
        <p>{filled(now.content, wording)}</p>
        <small>{`短信和消息中心：${filled(now.summary, wording)}`}</small>
      </article>
      <Facts
        of={[
          ['可以引用', facts.map(({ name, example }) => `{${name}}（如 ${example.trim()}）`).join('，') || null],
          ['默认', isOwn ? `${standard.title}：${standard.content}` : null],
        ]}
      />
      {maySend && (
        <Form form={form} write={save} onSubmit={(values) => save.mutate(withBasis(form, values))}>
          <TextField name="title" label="标题" maxLength={64} />
          <TextAreaField name="content" label="内容" rows={5} maxLength={2000} />
          <TextField name="summary" label="摘要" hint="一句话说完；短信、微信和消息中心用它" maxLength={64} />
          <div className={styles.buttons}>
            <Submit isBusy={save.isPending}>保存</Submit>
            {isOwn && (
              <Button isBusy={reset.isPending} onClick={() => void resetIt()}>
                恢复默认…
              </Button>
            )}
          </div>
        </Form>
      )}
    </div>
  )
}
