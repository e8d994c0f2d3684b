import { View } from '@tarojs/components'

export default function WebViewActivityPage() {
  return <View>webView/activity</View>
}
