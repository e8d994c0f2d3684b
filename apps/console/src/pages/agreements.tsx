import { getAgreement } from '@yunji/contract/content/agreement/calls'
import { AgreementKind, agreementNames, loginAgreements } from '@yunji/contract/content/agreement/rules'
import type { DocumentContent } from '@yunji/contract/content/document'
import { formatCount } from '@yunji/contract/display/text'
import { getAgreementVersions, publishAgreement, saveAgreementDraft } from '@yunji/contract/operator/agreement-calls'
import type { CallData, CallInput } from '@yunji/contract/wire/call'
import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useCall, useWrite } from '../api/query.ts'
import { useCreating } from '../session/creating.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { instantCodec } from '../ui/codecs.ts'
import { MarkdownField } from '../ui/content-fields.tsx'
import { DocumentPreview } from '../ui/document-view.tsx'
import { Form, Labelled, Select, Submit, TextAreaField, TextField, useContractForm } from '../ui/form.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { confirm, Dialog } from '../ui/overlays.tsx'
import { Async, Facts, State } from '../ui/states.tsx'
import styles from './detail.module.css'
import { ExportButton } from './exports.tsx'
import { time } from './labels.tsx'

type Version = CallData<typeof getAgreementVersions>['records'][number]

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
  const [isWriting, setWriting] = useCreating('content.write')
  return (
    <>
      <ListPage
        id="agreements"
        call={getAgreementVersions}
        columns={columns}
        rowId={({ kind, version }) => `${kind}-${version}`}
        empty="还没有协议"
        actions={
          <>
            <ExportButton list="agreements" />
            {mayWrite && (
              <Button tone="primary" icon="edit" onClick={() => setWriting(true)}>
                写草稿
              </Button>
            )}
          </>
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
        <NewDraft />
      </Dialog>
    </>
  )
}

function VersionDetail({ version: read, mayWrite }: { readonly version: Version; readonly mayWrite: boolean }) {
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
      {read.state === 'published' && <PublishedText version={read} />}
      {read.state === 'draft' &&
        (mayWrite ? (
          <DraftEditor key={`${read.kind}-${read.version}`} draft={read} />
        ) : (
          <pre className={styles.stack}>{read.markdown}</pre>
        ))}
    </div>
  )
}

function PublishedText({ version: { kind, version } }: { readonly version: Version }) {
  const agreement = useCall(getAgreement, { kind: String(kind), version: String(version) })
  return <Async of={agreement}>{({ content }) => <DocumentPreview content={content} />}</Async>
}

type DraftValues = CallInput<typeof saveAgreementDraft>

const valuesOf = ({ kind, title, summary, markdown }: Version): DraftValues => ({ kind, title, summary, markdown })

/** Publishes exactly the text that it shows: unsaved changes, and those of a colleague, have to be looked at first. */
function DraftEditor({ draft }: { readonly draft: Version }) {
  const form = useContractForm<DraftValues>(saveAgreementDraft.input, valuesOf(draft))
  const [shown, setShown] = useState(draft)
  const [isPublishing, setPublishing] = useState(false)
  const { isDirty } = form.formState
  const isChanged = draft.digest !== shown.digest
  if (isChanged && !isDirty) setShown(draft)
  useEffect(() => form.reset(valuesOf(shown)), [form, shown])
  return (
    <>
      {isDirty && isChanged && (
        <p role="status" className={styles.note}>
          同事在此期间保存了新的草稿。保存会覆盖它；关闭后重新打开可以看到它的内容。
        </p>
      )}
      <DraftForm form={form} onDone={() => form.reset(form.getValues())} />
      <div className={styles.buttons}>
        <Button tone="danger" disabled={isDirty || isChanged} onClick={() => setPublishing(true)}>
          {isDirty ? '保存后才能发布' : '发布草稿…'}
        </Button>
      </div>
      <Dialog
        title={`发布${agreementNames[draft.kind]}第 ${draft.version} 版？`}
        description={
          isAskedAtLogin(draft.kind)
            ? '不能撤回；每位用户都会被请求重新确认一次。'
            : '不能撤回；生效之后的购买以它为准。'
        }
        isOpen={isPublishing}
        onClose={() => setPublishing(false)}
      >
        <PublishForm draft={shown} onDone={() => setPublishing(false)} />
      </Dialog>
    </>
  )
}

const isAskedAtLogin = (kind: AgreementKind): boolean => loginAgreements.some((each) => each === kind)

interface PublishFormProps {
  readonly draft: Version
  readonly onDone: () => void
}

function PublishForm({ draft: { kind, version, digest }, onDone }: PublishFormProps) {
  const form = useContractForm<CallInput<typeof publishAgreement>>(publishAgreement.input, { kind, version, digest })
  const publish = useWrite(publishAgreement, { done: '协议已发布', isQuiet: true, onDone })
  return (
    <Form form={form} write={publish} onSubmit={(values) => publish.mutate(values)}>
      <TextField
        name="effectiveAt"
        label="生效时间"
        hint="北京时间；不填为立即生效"
        type="datetime-local"
        codec={instantCodec}
      />
      <Submit isBusy={publish.isPending} isDestructive>
        发布
      </Submit>
    </Form>
  )
}

const MOST_VERSIONS = '100'

function NewDraft() {
  const versions = useCall(getAgreementVersions, { rows: MOST_VERSIONS })
  return <Async of={versions}>{({ records }) => <NewDraftForm versions={records} />}</Async>
}

/** The draft of a kind, or its newest text: a change is seldom a new text. */
const startOf = (versions: readonly Version[], kind: AgreementKind): DraftValues => {
  const ofKind = versions.filter((each) => each.kind === kind)
  const newest = ofKind.toSorted((one, other) => other.version - one.version)[0]
  if (!newest) return { kind, title: agreementNames[kind], summary: '', markdown: '' }
  return { ...valuesOf(newest), ...(newest.state !== 'draft' && { summary: '' }) }
}

function NewDraftForm({ versions }: { readonly versions: readonly Version[] }) {
  const form = useContractForm<DraftValues>(saveAgreementDraft.input, startOf(versions, AgreementKind.user))
  const kind = form.watch('kind')
  const { isDirty } = form.formState
  const choose = async (next: AgreementKind): Promise<void> => {
    const question = { title: '放弃已写的内容？', text: '每类协议有自己的正文。', confirm: '放弃', isDestructive: true }
    if (next !== kind && (!isDirty || (await confirm(question)))) form.reset(startOf(versions, next))
  }
  return (
    <div className={styles.detail}>
      <Labelled label="协议">
        {({ id }) => (
          <Select
            id={id}
            value={kind}
            options={kinds.map((each) => [each, agreementNames[each]] as const)}
            onChange={(next) => void choose(next)}
          />
        )}
      </Labelled>
      <DraftForm key={kind} form={form} />
    </div>
  )
}

interface DraftFormProps {
  readonly form: UseFormReturn<DraftValues>
  readonly onDone?: () => void
}

/** Shows a saved draft below the form as customers will see it. */
function DraftForm({ form, onDone }: DraftFormProps) {
  const [saved, setSaved] = useState<{ readonly markdown: string; readonly content: DocumentContent }>()
  const save = useWrite(saveAgreementDraft, { done: '草稿已保存', isQuiet: true, onDone })
  const submit = (values: DraftValues): void =>
    save.mutate(values, { onSuccess: ({ content }) => setSaved({ markdown: values.markdown, content }) })
  return (
    <>
      <Form form={form} write={save} onSubmit={submit}>
        <TextField name="title" label="标题" maxLength={32} />
        <TextAreaField name="summary" label="改动说明" hint="用户重新确认时先看到" rows={2} maxLength={500} />
        <MarkdownField name="markdown" label="正文（Markdown）" rows={16} />
        <Submit isBusy={save.isPending}>保存草稿</Submit>
      </Form>
      {saved && <DocumentPreview content={saved.content} isStale={form.watch('markdown') !== saved.markdown} />}
    </>
  )
}
