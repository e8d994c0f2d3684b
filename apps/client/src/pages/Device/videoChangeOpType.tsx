import { VideoPage } from '../../features/commerce/change/change-page.tsx'
import { VideoIntro } from '../../features/commerce/change/video-intro.tsx'
import { deviceIdOf } from '../../shared/navigation/page-paths.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function DeviceVideoChangeOpTypePage() {
  return <VideoPage deviceId={deviceIdOf(usePageParams())} intro={<VideoIntro />} />
}
