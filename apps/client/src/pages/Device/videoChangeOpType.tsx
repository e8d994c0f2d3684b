import { VideoPage } from '../../features/change/change-page.tsx'
import { VideoIntro } from '../../features/change/video-intro.tsx'
import { deviceIdOf } from '../../shared/navigation/device-param.ts'
import { usePageParams } from '../../shared/platform/page-params.ts'

export default function DeviceVideoChangeOpTypePage() {
  return <VideoPage deviceId={deviceIdOf(usePageParams())} intro={<VideoIntro />} />
}
