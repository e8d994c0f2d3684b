import { AgreementKind, agreementNames, loginAgreements } from '@yunji/contract/content/agreement/rules'
import { formatCount } from '@yunji/contract/display/text'
import { formatDate } from '@yunji/contract/display/time'
import { getAgreementVersions, publishAgreement, saveAgreementDraft } from '@yunji/contract/operator/agreement-calls'
import type { CallData } from '@yunji/contract/wire/call'
import { useState } from 'react'
import { messageOf } from '../api/call-api.ts'
import { useWrite } from '../api/query.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { Form, SelectField, Submit, TextAreaField, TextField, useContractForm } from '../ui/form.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { confirm, Dialog } from '../ui/overlays.tsx'
import { Facts, State } from '../ui/states.tsx'
import styles from './detail.module.css'

type Version = CallData<typeof getAgreementVersions>['records'][number]

const time = (atMs: number | null): string => formatDate(atMs, 'YYYY-MM-DD HH:mm')
const kinds = Object.values(AgreementKind)

const columns: readonly Column<Version>[] = [
  { id: 'kind', title: '协议', cell: ({ kind }) => agreementNames[kind], sortBy: ({ kind }) => kind },
  { id: 'version', title: '版本', align: 'right', cell: ({ version }) => version, sortBy: ({ version }) => version },
  {
    id: 'state',
    title: '状态',
    cell: ({ state }) => (
      <State tone={state === 'draft' ? 'soon' : 'run'}>{state === 'draft' ? '草稿' : '已发布'}</State>
    ),
  },
  { id: 'title', title: '标题', cell: ({ title }) => title },
  { id: 'publishedAt', title: '发布', cell: ({ publishedAt }) => time(publishedAt) },
  { id: 'effectiveAt', title: '生效', cell: ({ effectiveAt }) => time(effectiveAt) },
  {
    id: 'agreed',
    title: '同意',
    align: 'right',
    cell: ({ agreed }) => formatCount(agreed),
    sortBy: ({ agreed }) => agreed,
  },
  { id: 'declined', title: '不同意', align: 'right', cell: ({ declined }) => formatCount(declined) },
]

export default function AgreementsPage() {
  const mayWrite = useRight('content.write')
  const [isWriting, setWriting] = useState(false)
  return (
    <>
      <ListPage
        id="agreements"
        call={getAgreementVersions}
        columns={columns}
        rowId={({ kind, version }) => `${kind}-${version}`}
        empty="还没有协议"
        actions={
          mayWrite && (
            <Button tone="primary" icon="edit" onClick={() => setWriting(true)}>
              写草稿
            </Button>
          )
        }
        detailTitle={({ kind, version }) => `${agreementNames[kind]} 第 ${version} 版`}
        renderDetail={(version) => <VersionDetail version={version} mayWrite={mayWrite} />}
      />
      <Dialog
        title="写草稿"
        description="每类协议只有一份草稿，保存时覆盖上一份；发布前用户看不到。"
        kind="wide"
        isOpen={isWriting}
        onClose={() => setWriting(false)}
      >
        <DraftForm onDone={() => setWriting(false)} />
      </Dialog>
    </>
  )
}

function VersionDetail({ version: read, mayWrite }: { readonly version: Version; readonly mayWrite: boolean }) {
  const { kind, version, state } = read
  const publish = useWrite(publishAgreement, { done: '协议已发布' })
  const publishNow = async (): Promise<void> => {
    const isLogin = (loginAgreements as readonly AgreementKind[]).includes(kind)
    const isSure = await confirm({
      title: `发布${agreementNames[kind]}第 ${version} 版？`,
      text: isLogin
        ? '立即生效且不能撤回；每位用户都会被请求重新确认一次。'
        : '立即生效且不能撤回；之后的购买以它为准。',
      confirm: '发布',
      isDestructive: true,
    })
    if (isSure) publish.mutate({ kind, version })
  }
  return (
    <div className={styles.detail}>
      <Facts
        of={[
          ['标题', read.title],
          ['改动说明', read.summary],
          ['发布时间', time(read.publishedAt)],
          ['生效时间', time(read.effectiveAt)],
          ['同意', `${formatCount(read.agreed)} 人`],
          ['不同意', `${formatCount(read.declined)} 人`],
        ]}
      />
      {state === 'draft' && mayWrite ? (
        <>
          <DraftForm draft={read} />
          <div className={styles.buttons}>
            <Button tone="danger" isBusy={publish.isPending} onClick={() => void publishNow()}>
              发布草稿
            </Button>
          </div>
        </>
      ) : (
        <pre className={styles.stack}>{read.markdown}</pre>
      )}
    </div>
  )
}

function DraftForm({ draft, onDone }: { readonly draft?: Version; readonly onDone?: () => void }) {
  const form = useContractForm<{ kind: AgreementKind; title: string; summary: string; markdown: string }>(
    saveAgreementDraft.input,
    {
      kind: draft?.kind ?? AgreementKind.user,
      title: draft?.title ?? agreementNames[AgreementKind.user],
      summary: draft?.summary ?? '',
      markdown: draft?.markdown ?? '',
    },
  )
  const save = useWrite(saveAgreementDraft, { done: '草稿已保存', isQuiet: true, onDone })
  return (
    <Form
      form={form}
      failure={save.error ? messageOf(save.error) : undefined}
      onSubmit={(values) => save.mutate(values)}
    >
      {!draft && (
        <SelectField name="kind" label="协议" options={kinds.map((kind) => [kind, agreementNames[kind]] as const)} />
      )}
      <TextField name="title" label="标题" maxLength={32} />
      <TextAreaField name="summary" label="改动说明" hint="用户重新确认时先看到" rows={2} maxLength={500} />
      <TextAreaField name="markdown" label="正文（Markdown）" rows={16} />
      <Submit isBusy={save.isPending}>保存草稿</Submit>
    </Form>
  )
}
