# Runs at every start, as root: the packages that came with the phone, and properties that do not outlive a start.
umask 022
PACKAGES=/data/system/packages.list
if [ ! -f $PACKAGES ]; then
  # name, code of its version, version, user or system, label
  cat >$PACKAGES <<'LIST'
android 33 13 system Android
com.android.settings 33 13 system 设置
com.android.systemui 33 13 system System UI
com.android.shell 33 13 system Shell
com.android.providers.settings 33 13 system Settings Storage
com.android.browser 33 13 system 浏览器
LIST
fi

rm -rf /data/property/now
mkdir -p /data/property/now /data/property/persist
chmod 777 /data/property/*
set_property() { echo "$2" >"/data/property/now/$1"; }
set_property ro.boottime.init "$(date +%s%N)"
set_property ro.build.version.release 13
set_property ro.build.version.sdk 33
set_property ro.product.model 'real parts'
set_property ro.product.cpu.abi "$(uname -m)"
set_property sys.boot_completed 1
