import { formatCount } from '@yunji/contract/display/text'
import type { ArticleInfo } from '@yunji/contract/service/schema'
import { useWrite } from '../../shared/api/use-write.ts'
import { showToast } from '../../shared/feedback/toast.ts'
import { newTicketPath } from '../../shared/navigation/service-paths.ts'
import { useIsLoggedIn } from '../../shared/session/session.ts'
import { Button } from '../../shared/ui/button/button.tsx'
import { Card } from '../../shared/ui/card/card.tsx'
import { Cell } from '../../shared/ui/card/cell.tsx'
import { Box } from '../../shared/ui/elements/elements'
import { headset } from '../../shared/ui/icon/icons.ts'
import { Page } from '../../shared/ui/page/page.tsx'
import { RowsSkeleton } from '../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../shared/ui/status/async.tsx'
import styles from './service.module.css'
import { useArticle, vote } from './service.ts'

const ITEM = '- '

function Body({ body }: { readonly body: string }) {
  return (
    <Box className={styles.body}>
      {[...new Set(body.split('\n'))].map((line) =>
        line.startsWith(ITEM) ? (
          <Box key={line} as="p" className={styles.item}>
            {line.slice(ITEM.length)}
          </Box>
        ) : (
          <Box key={line} as="p" className={styles.paragraph}>
            {line}
          </Box>
        ),
      )}
    </Box>
  )
}

function Helpful({ article }: { readonly article: ArticleInfo }) {
  const { articleId, vote: own, helpfulCount } = article
  const isLoggedIn = useIsLoggedIn()
  const { isBusy, run } = useWrite(async (isHelpful: boolean) => {
    await vote(articleId, isHelpful)
    showToast(isHelpful ? '谢谢你的反馈' : '谢谢，我们会改进这篇内容')
  })
  const choose = (isHelpful: boolean) => (isLoggedIn ? run(isHelpful) : showToast('登录后可以评价'))
  return (
    <Card isPadded>
      <Box className={styles.helpful} role="group" label="这篇有帮助吗">
        <Box as="p" className={styles.helpfulWords}>
          这篇有帮助吗？
          {helpfulCount > 0 && (
            <Box as="span" className={styles.faint}>{` ${formatCount(helpfulCount)} 人觉得有帮助`}</Box>
          )}
        </Box>
        <Box className={styles.votes}>
          <Button
            size="small"
            variant={own === true ? 'primary' : 'outline'}
            isBusy={isBusy}
            onTap={() => choose(true)}
          >
            {own === true ? '已选有帮助' : '有帮助'}
          </Button>
          <Button
            size="small"
            variant={own === false ? 'primary' : 'outline'}
            isBusy={isBusy}
            onTap={() => choose(false)}
          >
            {own === false ? '已选没帮助' : '没帮助'}
          </Button>
        </Box>
      </Box>
    </Card>
  )
}

export function ArticleView({ articleId }: { readonly articleId: number }) {
  const article = useArticle(articleId)
  return (
    <Page route="CustomerService/index" title="常见问题">
      <Box className={styles.page}>
        <Async of={article} loading={<RowsSkeleton rows={4} />}>
          {(data) => (
            <>
              <Card isPadded>
                <Box as="h2" className={styles.heading}>
                  {data.title}
                </Box>
                <Body body={data.body} />
              </Card>
              <Helpful article={data} />
              <Card>
                <Cell icon={headset} title="没有解决？提交工单" to={newTicketPath()} />
              </Card>
            </>
          )}
        </Async>
      </Box>
    </Page>
  )
}
