#include "EmbeddedPages.h"

/*
 * The articles of the documentation that `moonroute help` shows, in the order in which it lists
 * them. A new article is three lines; a test compares the table with the folder.
 */
static const struct {
  const char *name;
  const char *file;
  const unsigned char *text;
} pages[] = {
#define NAME "patterns"
#define FILE "../Moonroute/Documentation.docc/Guides/Patterns.md"
#include "EmbeddedPage.h"
#define NAME "errors"
#define FILE "../Moonroute/Documentation.docc/Guides/ErrorCodes.md"
#include "EmbeddedPage.h"
#define NAME "pipeline"
#define FILE "../Moonroute/Documentation.docc/Guides/Pipeline.md"
#include "EmbeddedPage.h"
#define NAME "router events"
#define FILE "../Moonroute/Documentation.docc/Guides/RouterEvents.md"
#include "EmbeddedPage.h"
#define NAME "sandbox"
#define FILE "../Moonroute/Documentation.docc/Guides/Sandbox.md"
#include "EmbeddedPage.h"
#define NAME "questions"
#define FILE "../Moonroute/Documentation.docc/Guides/Questions.md"
#include "EmbeddedPage.h"
#define NAME "first routes"
#define FILE "../Moonroute/Documentation.docc/Guides/FirstRoutes.md"
#include "EmbeddedPage.h"
#define NAME "prompt"
#define FILE "../Moonroute/Documentation.docc/Guides/Prompt.md"
#include "EmbeddedPage.h"
#define NAME "deep links"
#define FILE "../Moonroute/Documentation.docc/Guides/DeepLinks.md"
#include "EmbeddedPage.h"
#define NAME "login"
#define FILE "../Moonroute/Documentation.docc/Guides/LoginAndBack.md"
#include "EmbeddedPage.h"
#define NAME "tabs"
#define FILE "../Moonroute/Documentation.docc/Guides/TabsAndResults.md"
#include "EmbeddedPage.h"
#define NAME "waiting"
#define FILE "../Moonroute/Documentation.docc/Guides/WaitingGuards.md"
#include "EmbeddedPage.h"
#define NAME "hot reload"
#define FILE "../Moonroute/Documentation.docc/Guides/HotReload.md"
#include "EmbeddedPage.h"
#define NAME "specs"
#define FILE "../Moonroute/Documentation.docc/Guides/WritingSpecs.md"
#include "EmbeddedPage.h"
#define NAME "debugging"
#define FILE "../Moonroute/Documentation.docc/Guides/DebuggingScripts.md"
#include "EmbeddedPage.h"
#define NAME "continuous integration"
#define FILE "../Moonroute/Documentation.docc/Guides/ContinuousIntegration.md"
#include "EmbeddedPage.h"
#define NAME "editors"
#define FILE "../Moonroute/Documentation.docc/Guides/EditorSupport.md"
#include "EmbeddedPage.h"
#define NAME "mistakes"
#define FILE "../Moonroute/Documentation.docc/Guides/Mistakes.md"
#include "EmbeddedPage.h"
#define NAME "embedding"
#define FILE "../Moonroute/Documentation.docc/Guides/Embedding.md"
#include "EmbeddedPage.h"
#define NAME "swift routes"
#define FILE "../Moonroute/Documentation.docc/Guides/SwiftRoutes.md"
#include "EmbeddedPage.h"
#define NAME "beside others"
#define FILE "../Moonroute/Documentation.docc/Guides/BesideOthers.md"
#include "EmbeddedPage.h"
#define NAME "six tasks"
#define FILE "../Moonroute/Documentation.docc/Guides/SixTasks.md"
#include "EmbeddedPage.h"
#define NAME "shipping"
#define FILE "../Moonroute/Documentation.docc/Guides/Shipping.md"
#include "EmbeddedPage.h"
#define NAME "bounds"
#define FILE "../Moonroute/Documentation.docc/Guides/Bounds.md"
#include "EmbeddedPage.h"
#define NAME "check rules"
#define FILE "../Moonroute/Documentation.docc/Guides/CheckRules.md"
#include "EmbeddedPage.h"
#define NAME "types and documents"
#define FILE "../Moonroute/Documentation.docc/Guides/TypesAndDocuments.md"
#include "EmbeddedPage.h"
#define NAME "threat model"
#define FILE "../Moonroute/Documentation.docc/Guides/ThreatModel.md"
#include "EmbeddedPage.h"
#define NAME "animators"
#define FILE "../Moonroute/Documentation.docc/Guides/AnimatorTable.md"
#include "EmbeddedPage.h"
#define NAME "from fjrouter"
#define FILE "../Moonroute/Documentation.docc/Guides/MigrationFJRouter.md"
#include "EmbeddedPage.h"
#define NAME "from jlroutes"
#define FILE "../Moonroute/Documentation.docc/Guides/MigrationJLRoutes.md"
#include "EmbeddedPage.h"
#define NAME "from reerrouter"
#define FILE "../Moonroute/Documentation.docc/Guides/MigrationReerRouter.md"
#include "EmbeddedPage.h"
#define NAME "from routing"
#define FILE "../Moonroute/Documentation.docc/Guides/MigrationRouting.md"
#include "EmbeddedPage.h"
#define NAME "from swiftyurlrouter"
#define FILE "../Moonroute/Documentation.docc/Guides/MigrationSwiftyURLRouter.md"
#include "EmbeddedPage.h"
#define NAME "from urlnavigator"
#define FILE "../Moonroute/Documentation.docc/Guides/MigrationURLNavigator.md"
#include "EmbeddedPage.h"
};

static const size_t count = sizeof pages / sizeof pages[0];

const char *embedded_page_name(size_t index) {
  return index < count ? pages[index].name : NULL;
}

const char *embedded_page_file(size_t index) {
  return index < count ? pages[index].file : NULL;
}

const char *embedded_page_text(size_t index) {
  return index < count ? (const char *)pages[index].text : NULL;
}
