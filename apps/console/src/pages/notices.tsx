import { publishNotice } from '@yunji/contract/operator/calls'
import { messageOf } from '../api/call-api.ts'
import { useWrite } from '../api/query.ts'
import { optionalCodec } from '../ui/codecs.ts'
import { Form, Submit, TextAreaField, TextField, useContractForm } from '../ui/form.tsx'
import { confirm } from '../ui/overlays.tsx'
import { Card } from '../ui/states.tsx'
import { showToast } from '../ui/toast.ts'
import styles from './detail.module.css'

interface Notice {
  title: string
  content: string
  link?: string
  linkText?: string
}

const blank: Notice = { title: '', content: '' }

export default function NoticesPage() {
  const form = useContractForm<Notice>(publishNotice.input, blank)
  const publish = useWrite(publishNotice, {
    isQuiet: true,
    onDone: ({ noticeId }) => {
      showToast(`公告 #${noticeId} 已发布`)
      form.reset(blank)
    },
  })
  const send = async (values: Notice): Promise<void> => {
    const isSure = await confirm({
      title: `向所有用户发布「${values.title}」？`,
      text: '每位用户立即收到，发布后不能撤回。',
      confirm: '发布公告',
      isDestructive: true,
    })
    if (isSure) publish.mutate(values)
  }
  return (
    <div className={styles.columns}>
      <Card title="发布公告">
        <Form
          form={form}
          failure={publish.error ? messageOf(publish.error) : undefined}
          onSubmit={(values) => void send(values)}
        >
          <TextField name="title" label="标题" maxLength={64} />
          <TextAreaField name="content" label="内容" rows={8} maxLength={2000} />
          <TextField name="link" label="页面" hint="可以不填；以 /pages/ 开头的客户端页面" codec={optionalCodec} />
          <TextField name="linkText" label="按钮文字" hint="可以不填" maxLength={64} codec={optionalCodec} />
          <Submit isBusy={publish.isPending}>发布…</Submit>
        </Form>
      </Card>
      <NoticePreview {...form.watch()} />
    </div>
  )
}

function NoticePreview({ title, content, linkText }: Partial<Notice>) {
  return (
    <Card title="预览">
      <article className={styles.preview}>
        <strong>{title || '标题'}</strong>
        <p>{content || '内容'}</p>
        {linkText && <span>{linkText}</span>}
      </article>
    </Card>
  )
}
