#include "EmbeddedInspector.h"

/*
 * Every file of the folder page, in the order of the bytes of the paths. A new file is a new pair of
 * lines; a test compares the table with the folder.
 */
static const struct {
  const char *path;
  const unsigned char *text;
} assets[] = {
#define ASSET "../../page/css/base.css"
#include "EmbeddedAsset.h"
#define ASSET "../../page/css/device.css"
#include "EmbeddedAsset.h"
#define ASSET "../../page/css/layout.css"
#include "EmbeddedAsset.h"
#define ASSET "../../page/css/lists.css"
#include "EmbeddedAsset.h"
#define ASSET "../../page/css/views.css"
#include "EmbeddedAsset.h"
#define ASSET "../../page/icon.svg"
#include "EmbeddedAsset.h"
#define ASSET "../../page/index.html"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/access.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/address.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/device.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/dom.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/filter.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/gestures.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/graph.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/header.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/journeys.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/keys.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/linkbox.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/links.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/live.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/main.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/place.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/qr.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/reload.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/replay.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/route.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/routes.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/screen.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/scroller.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/share.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/stage.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/state.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/steps.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/stores.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/stream.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/theme.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/timeline.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/value.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/views.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/why.js"
#include "EmbeddedAsset.h"
#define ASSET "../../page/js/wire.js"
#include "EmbeddedAsset.h"
};

static const size_t count = sizeof assets / sizeof assets[0];

const char *embedded_asset_path(size_t index) {
  return index < count ? assets[index].path : NULL;
}

const char *embedded_asset_text(size_t index) {
  return index < count ? (const char *)assets[index].text : NULL;
}
