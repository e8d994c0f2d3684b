import { getInvite } from '@yunji/contract/accounts/profile/calls'
import { getPlayTrial } from '@yunji/contract/configuration/guide/calls'
import { formatCount } from '@yunji/contract/display/text'
import { pathOf } from '@yunji/contract/pages'
import type { CallData } from '@yunji/contract/wire/call'
import { readAhead, useCall } from '../../shared/api/query.ts'
import { shareLink } from '../../shared/feedback/share-link.ts'
import { client } from '../../shared/platform/app/client'
import { useShareCard } from '../../shared/platform/page/share-card'
import { ownOrigin } from '../../shared/platform/router/location'
import { goBackFrom } from '../../shared/platform/router/router.ts'
import { IconButton } from '../../shared/ui/button/icon-button.tsx'
import { Card } from '../../shared/ui/card/card.tsx'
import { Box } from '../../shared/ui/elements/elements'
import { share } from '../../shared/ui/icon/controls.ts'
import { back } from '../../shared/ui/icon/icons.ts'
import { Page } from '../../shared/ui/page/page.tsx'
import { Bone, Skeleton } from '../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../shared/ui/status/async.tsx'
import styles from './landing.module.css'
import { Scene } from './scene.tsx'
import { TrialOffer } from './trial-offer.tsx'

const ROUTE = 'landing/play-trial/index'
const BY_LANDING = 'landing'

type Landing = CallData<typeof getPlayTrial>

/** Path of this page with the invitation of whoever passes it on. */
const sharedPath = (inviteCode: string | undefined): string =>
  `${pathOf(ROUTE)}${inviteCode ? `?inviteType=${BY_LANDING}&inviteCode=${encodeURIComponent(inviteCode)}` : ''}`

function LandingHeader({ path }: { readonly path: string }) {
  return (
    <Box as="header" className={styles.bar}>
      {client.hasOuterTitleBar ? <Box /> : <IconButton of={back} label="返回" onTap={() => void goBackFrom(ROUTE)} />}
      {client.clientType === 'h5' && (
        <IconButton of={share} label="分享" onTap={() => void shareLink(`${ownOrigin()}${path}`)} />
      )}
    </Box>
  )
}

function LandingSkeleton() {
  return (
    <Skeleton>
      <Box className={styles.hero} />
      <Card className={styles.offer}>
        <Box className={styles.offerHead}>
          <Bone width={64} height={64} shape="block" />
          <Box className={styles.offerWords}>
            <Bone width="70%" height={20} />
          </Box>
        </Box>
        <Bone height={50} shape="pill" />
        <Box className={styles.more} />
      </Card>
    </Skeleton>
  )
}

interface FigureProps {
  readonly figure: string
  readonly unit: string
  readonly name: string
}

function Figure({ figure, unit, name }: FigureProps) {
  return (
    <Box as="li" className={styles.figure}>
      <Box className={styles.number}>
        {figure}
        <Box as="span" className={styles.unit}>
          {unit}
        </Box>
      </Box>
      <Box className={styles.name}>{name}</Box>
    </Box>
  )
}

function TrialPhone({ trial: { phone } }: Landing) {
  if (!phone) return null
  return (
    <Box as="ul" className={styles.figures}>
      <Figure figure={String(phone.cpuCores)} unit="核" name="处理器" />
      <Figure figure={String(phone.memoryGb)} unit="GB" name="运行内存" />
      <Figure figure={String(phone.storageGb)} unit="GB" name="云端存储" />
    </Box>
  )
}

function Content({ landing }: { readonly landing: Landing }) {
  const { game, trial } = landing
  return (
    <>
      <Box className={styles.hero}>
        <Scene className={styles.backdrop} picture={game.hero} />
        <Box className={styles.words}>
          <Box as="span" className={styles.badge}>
            {game.badge}
          </Box>
          <Box as="h1" className={styles.title}>
            {game.name}
          </Box>
          <Box as="p" className={styles.tagline}>
            {game.tagline}
          </Box>
        </Box>
      </Box>
      <TrialOffer landing={landing} />
      <TrialPhone {...landing} />
      {trial.running > 1 && <Box className={styles.running}>{`${formatCount(trial.running)} 人正在试玩`}</Box>}
      <Card className={styles.intro}>
        <Box as="h2" className={styles.introTitle}>
          {`关于${game.name}`}
        </Box>
        <Box as="p" className={styles.introText}>
          {game.intro}
        </Box>
        <Box as="ul" className={styles.pictures}>
          {game.pictures.map(({ image, alt }) => (
            <Box as="li" key={`${image}${alt}`} className={styles.shot}>
              <Scene className={styles.backdrop} picture={image} alt={alt} />
            </Box>
          ))}
        </Box>
      </Card>
    </>
  )
}

/** Lets the first drawing show the game, if it comes soon enough, instead of bones. */
export const whenReady = readAhead(getPlayTrial, {})

/** Landing page of the game trial. */
export function PlayTrial() {
  const content = useCall(getPlayTrial, {})
  const path = sharedPath(useCall(getInvite, {}).data?.inviteCode)
  useShareCard({ title: content.data ? `免费试玩${content.data.game.name}` : '免费试玩云手机', path })
  return (
    <Page route={ROUTE} header={<LandingHeader path={path} />}>
      <Box className={styles.landing}>
        <Async of={content} loading={<LandingSkeleton />}>
          {(landing) => <Content landing={landing} />}
        </Async>
      </Box>
    </Page>
  )
}
