/**
 * Interfaces of WeChat that a browser does not have and the runner does not play. A program finds them, as on a
 * phone, but calling one without an answer fixed by the test is an error.
 */
const families = {
  account: 'authorize authPrivateMessage checkIsSupportSoterAuthentication getUserInfo getUserProfile getPhoneNumber',
  camera:
    'chooseImage chooseMedia chooseVideo chooseMessageFile compressImage compressVideo createCameraContext cropImage',
  pictures:
    'editImage getImageInfo getVideoInfo previewImage previewMedia saveImageToPhotosAlbum saveVideoToPhotosAlbum',
  audio:
    'createInnerAudioContext createWebAudioContext getBackgroundAudioManager getRecorderManager setInnerAudioOption',
  video: 'createVideoContext createLivePlayerContext createLivePusherContext createMediaContainer openVideoEditor',
  drawing:
    'canvasGetImageData canvasPutImageData canvasToTempFilePath createCanvasContext createOffscreenCanvas loadFontFace',
  motion:
    'createAnimation createMapContext getLocation getFuzzyLocation chooseLocation openLocation startLocationUpdate',
  network:
    'uploadFile downloadFile connectSocket sendSocketMessage closeSocket getLocalIPAddress createTCPSocket createUDPSocket',
  files: 'openDocument saveFile saveFileToDisk removeSavedFile getSavedFileList getSavedFileInfo getFileInfo',
  pay: 'requestPayment requestVirtualPayment requestOrderPayment requestMerchantTransfer openBusinessView',
  subscribe: 'requestSubscribeMessage requestSubscribeDeviceMessage requestSubscribeEmployeeMessage',
  settings:
    'getSetting openSetting openAppAuthorizeSetting openSystemBluetoothSetting getSystemSetting getAppAuthorizeSetting',
  privacy: 'getPrivacySetting openPrivacyContract requirePrivacyAuthorize getUserCryptoManager',
  programs: 'navigateToMiniProgram navigateBackMiniProgram exitMiniProgram restartMiniProgram openEmbeddedMiniProgram',
  share: 'getShareInfo shareFileMessage shareVideoMessage showShareImageMenu getGroupEnterInfo addFileToFavorites',
  chat: 'openCustomerServiceChat openChannelsActivity openChannelsLive openChannelsUserProfile join1v1Chat',
  people:
    'chooseAddress chooseContact chooseInvoice chooseInvoiceTitle addPhoneContact makePhoneCall getWeRunData addCard openCard',
  hardware:
    'scanCode getBatteryInfo getBatteryInfoSync getScreenBrightness setScreenBrightness startAccelerometer startCompass',
  bluetooth:
    'openBluetoothAdapter closeBluetoothAdapter createBLEConnection getBluetoothDevices startBluetoothDevicesDiscovery',
  wifi: 'startWifi stopWifi connectWifi getConnectedWifi getWifiList getNFCAdapter startHCE',
  identity: 'startFacialRecognitionVerify startSoterAuthentication checkIsSoterEnrolledInDevice',
  background:
    'getBackgroundFetchData setBackgroundFetchToken getExtConfig getExtConfigSync createWorker preloadWebview',
  advert: 'createRewardedVideoAd createInterstitialAd',
  reports:
    'reportEvent reportMonitor getLogManager getRealtimeLogManager getPerformance reportPerformance setEnableDebug',
  window: 'setWindowSize checkIsAddedToMyMiniProgram enableAlertBeforeUnload disableAlertBeforeUnload setTopBarText',
} as const

export const unimplementedApiNames: readonly string[] = Object.values(families).flatMap((names) => names.split(' '))
