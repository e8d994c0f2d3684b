import { createArticle, getArticles, publishArticle, updateArticle } from '@yunji/contract/operator/service-calls'
import type { CallData } from '@yunji/contract/wire/call'
import { useWrite } from '../api/query.ts'
import { useCreating } from '../session/creating.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { integerCodec } from '../ui/codecs.ts'
import { Form, Submit, TextAreaField, TextField, useContractForm, withBasis } from '../ui/form.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { confirm, Dialog } from '../ui/overlays.tsx'
import { State } from '../ui/states.tsx'
import styles from './detail.module.css'
import { ExportButton } from './exports.tsx'

type Article = CallData<typeof getArticles>['records'][number]

const columns: readonly Column<Article>[] = [
  { id: 'title', title: '问题', cell: ({ title }) => title, sortBy: ({ title }) => title },
  { id: 'category', title: '分类', cell: ({ category }) => category, sortBy: ({ category }) => category },
  {
    id: 'isPublished',
    title: '状态',
    cell: ({ isPublished }) => <State tone={isPublished ? 'run' : 'off'}>{isPublished ? '已发布' : '未发布'}</State>,
  },
  {
    id: 'position',
    title: '顺序',
    align: 'right',
    cell: ({ position }) => position,
    sortBy: ({ position }) => position,
  },
  {
    id: 'helpful',
    title: '有帮助',
    align: 'right',
    cell: (row) => row.helpfulCount,
    sortBy: (row) => row.helpfulCount,
  },
  {
    id: 'unhelpful',
    title: '没帮助',
    align: 'right',
    cell: (row) => row.unhelpfulCount,
    sortBy: (row) => row.unhelpfulCount,
  },
]

export default function ArticlesPage() {
  const mayWrite = useRight('content.write')
  const [isAdding, setAdding] = useCreating('content.write')
  return (
    <>
      <ListPage
        id="articles"
        call={getArticles}
        columns={columns}
        rowId={({ articleId }) => String(articleId)}
        empty="还没有常见问题"
        actions={
          <>
            <ExportButton list="articles" />
            {mayWrite && (
              <Button tone="primary" icon="plus" onClick={() => setAdding(true)}>
                新建常见问题
              </Button>
            )}
          </>
        }
        detailTitle={({ title }) => title}
        renderDetail={(article) => <ArticleDetail key={article.articleId} article={article} mayWrite={mayWrite} />}
      />
      <Dialog
        title="新建常见问题"
        description="新建后还没有发布，用户看不到。"
        kind="wide"
        isOpen={isAdding}
        onClose={() => setAdding(false)}
      >
        <ArticleForm onDone={() => setAdding(false)} />
      </Dialog>
    </>
  )
}

function ArticleDetail({ article, mayWrite }: { readonly article: Article; readonly mayWrite: boolean }) {
  const { articleId, title, isPublished } = article
  const publish = useWrite(publishArticle, { done: isPublished ? '已收回' : '已发布' })
  const toggle = async (): Promise<void> => {
    const isSure = await confirm({
      title: isPublished ? `收回「${title}」？` : `发布「${title}」？`,
      text: isPublished ? '用户不再看到它，内容和评价保留。' : '用户立即可以看到它。',
      confirm: isPublished ? '收回' : '发布',
      isDestructive: isPublished,
    })
    if (isSure) publish.mutate({ articleId, isPublished: !isPublished })
  }
  if (!mayWrite) return <p className={styles.text}>{article.body}</p>
  return (
    <div className={styles.detail}>
      <ArticleForm article={article} />
      <div className={styles.buttons}>
        <Button tone={isPublished ? 'danger' : 'tint'} isBusy={publish.isPending} onClick={() => void toggle()}>
          {isPublished ? '收回' : '发布'}
        </Button>
      </div>
    </div>
  )
}

const blank = { category: '', title: '', keywords: '', body: '', position: 0 }

function ArticleForm({ article, onDone }: { readonly article?: Article; readonly onDone?: () => void }) {
  const { category, title, keywords, body, position } = article ?? blank
  const form = useContractForm(createArticle.input, { category, title, keywords, body, position })
  const create = useWrite(createArticle, { done: '已新建，尚未发布', isQuiet: true, onDone })
  const update = useWrite(updateArticle, { done: '已保存', isQuiet: true })
  const write = article ? update : create
  return (
    <Form
      form={form}
      write={write}
      onSubmit={(values) =>
        article ? update.mutate({ articleId: article.articleId, ...withBasis(form, values) }) : create.mutate(values)
      }
    >
      <TextField name="title" label="问题" maxLength={64} />
      <TextField name="category" label="分类" maxLength={32} />
      <TextField name="keywords" label="关键词" hint="搜索时一并匹配，用空格隔开" maxLength={200} />
      <TextAreaField name="body" label="回答" hint="每行一段；以「- 」开头的行为列表" rows={10} maxLength={4000} />
      <TextField name="position" label="顺序" hint="小的在前" inputMode="numeric" codec={integerCodec} />
      <Submit isBusy={write.isPending}>{article ? '保存' : '新建'}</Submit>
    </Form>
  )
}
