import { View } from '@tarojs/components'

export default function LandingPlayTrialDownloadPage() {
  return <View>landing/play-trial/download</View>
}
