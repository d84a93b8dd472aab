"""The language server under pytest-lsp: a child process, with messages checked by a library of the
protocol's types."""

import asyncio
import os
import pathlib

import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

FOLDER = pathlib.Path(os.environ["MOONROUTE_SHOP"])


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=[os.environ["MOONROUTE"], "lsp"]),
)
async def client(lsp_client: LanguageClient):
    @lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(_: LanguageClient, __: types.RegistrationParams):
        return None

    await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities("visual-studio-code"),
            root_uri=FOLDER.as_uri(),
        )
    )
    yield
    await lsp_client.shutdown_session()


def uri(path: str) -> str:
    return (FOLDER / path).as_uri()


def open_text(client: LanguageClient, path: str, text: str | None = None) -> str:
    text = (FOLDER / path).read_text() if text is None else text
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(
            text_document=types.TextDocumentItem(
                uri=uri(path), language_id="lua", version=1, text=text
            )
        )
    )
    return text


def place(text: str, mark: str, plus: int = 0) -> types.Position:
    before = text[: text.index(mark)]
    line = before.count("\n")
    return types.Position(line=line, character=len(before) - before.rfind("\n") - 1 + plus)


def at(path: str, position: types.Position) -> dict:
    return {
        "text_document": types.TextDocumentIdentifier(uri=uri(path)),
        "position": position,
    }


async def settled(client: LanguageClient) -> None:
    """Waits until the server has loaded the routes."""
    for _ in range(400):
        if await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="product")):
            return
        await asyncio.sleep(0.05)
    raise AssertionError("the application is not loaded")


async def test_diagnostics(client: LanguageClient):
    text = "function _G.x() return router.to('logn') end\n" + (FOLDER / "auth.lua").read_text()
    open_text(client, "auth.lua", text)
    await settled(client)
    found = client.diagnostics.get(uri("auth.lua"), [])
    assert "unknown_name" in [diagnostic.code for diagnostic in found]


async def test_completion_in_a_broken_file(client: LanguageClient):
    open_text(client, "routes/staff.lua")
    await settled(client)
    broken = "router.route { name = 'x', redirect = function() return router.to(\"pro"
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(
                uri=uri("routes/staff.lua"), version=2
            ),
            content_changes=[types.TextDocumentContentChangeWholeDocument(text=broken)],
        )
    )
    answer = await client.text_document_completion_async(
        types.CompletionParams(
            **at("routes/staff.lua", types.Position(line=0, character=len(broken)))
        )
    )
    assert "product" in [item.label for item in answer.items]


async def test_hover_definition_references(client: LanguageClient):
    text = open_text(client, "routes/home.lua")
    await settled(client)
    position = place(text, '"product"', 2)
    hover = await client.text_document_hover_async(
        types.HoverParams(**at("routes/home.lua", position))
    )
    assert "/product/:id<int>" in hover.contents.value
    definition = await client.text_document_definition_async(
        types.DefinitionParams(**at("routes/home.lua", position))
    )
    assert [location.uri for location in definition] == [uri("routes/products.lua")]
    references = await client.text_document_references_async(
        types.ReferenceParams(
            **at("routes/home.lua", position),
            context=types.ReferenceContext(include_declaration=True),
        )
    )
    assert len({location.uri for location in references}) >= 3


async def test_rename(client: LanguageClient):
    text = open_text(client, "routes/basket.lua")
    await settled(client)
    edit = await client.text_document_rename_async(
        types.RenameParams(
            **at("routes/basket.lua", place(text, '"basket.add", path', 3)),
            new_name="basket.more",
        )
    )
    changed = {change.text_document.uri for change in edit.document_changes}
    assert uri("routes/basket.lua") in changed and uri("routes/products.lua") in changed


async def test_symbols_lenses_tokens(client: LanguageClient):
    open_text(client, "routes/products.lua")
    await settled(client)
    document = types.TextDocumentIdentifier(uri=uri("routes/products.lua"))
    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(text_document=document)
    )
    assert "product" in [symbol.name for symbol in symbols]
    lenses = await client.text_document_code_lens_async(
        types.CodeLensParams(text_document=document)
    )
    assert any(lens.command.title.startswith("open /product") for lens in lenses)
    tokens = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(text_document=document)
    )
    assert len(tokens.data) % 5 == 0 and tokens.data
    found = await client.workspace_symbol_async(
        types.WorkspaceSymbolParams(query="/product/7/reviews")
    )
    assert found[0].name == "product.reviews"
    shown = await client.workspace_execute_command_async(
        types.ExecuteCommandParams(command=lenses[0].command.command, arguments=lenses[0].command.arguments)
    )
    assert "opened" in shown or "intercepted" in shown
