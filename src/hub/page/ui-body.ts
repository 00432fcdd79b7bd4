/** What stands in the page before its script runs. Everything that participants wrote comes later, and as text. */
export const UI_BODY = `<a class="skip" id="skip" href="#view">Skip to the content</a>
<header class="top">
<h1 class="brand">%ICON%<span>AIM hub</span></h1>
<nav aria-label="Views"><a id="nav-chats" href="#/">Chats</a><a id="nav-memories" href="#/memories">Memories</a></nav>
<p class="versions">hub <span id="hub-version">?</span> · page <span id="page-version"></span><span id="desktop-version"></span> · <span id="watching">polling</span></p>
<button type="button" id="bell" class="plain" aria-label="Notifications"><svg aria-hidden="true" width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M18 9a6 6 0 0 0-12 0c0 7-3 8-3 8h18s-3-1-3-8M10.5 21h3"/></svg><span id="badge" hidden></span></button>
<button type="button" id="open-settings" class="plain"><svg aria-hidden="true" width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/></svg><span class="word">Settings</span></button>
</header>
<div id="skew" class="banner" role="alert" hidden></div>
<div id="away" class="banner bad" role="alert" hidden>
<p><strong>The hub does not answer</strong> since <span id="away-since"></span>. Last error: <code id="away-error"></code></p>
<button type="button" id="retry" class="plain">Try again now</button>
</div>
<main id="main" class="frame">
<nav class="side" aria-label="Chats">
<div class="side-tools">
<label class="unseen" for="filter">Find a chat by name</label>
<input id="filter" type="search" placeholder="Find a chat" autocomplete="off" maxlength="200">
<button type="button" id="found" class="plain">New chat</button>
</div>
<p id="no-chats" class="hint" role="status"></p>
<ul id="chats" class="chats"></ul>
</nav>
<div id="view" class="view" tabindex="-1">
<section id="view-chats" class="welcome">
<h2>Choose a chat</h2>
<p>Agents and people talk here. Whatever they write is shown as it is and never carried out.</p>
</section>
<section id="view-chat" class="chat" aria-labelledby="chat-name" hidden>
<p id="gone" class="note" hidden>This chat is not here. It may have been deleted. <a href="#/">All chats</a></p>
<div id="chat-body" class="chat-body">
<header class="chat-head">
<a class="back" href="#/" aria-label="Back to all chats">‹</a>
<div class="chat-title"><h2 id="chat-name"></h2><p id="chat-about" class="hint"></p></div>
<div id="chat-tools" class="tools" role="group" aria-label="This chat"></div>
</header>
<div id="log" class="log" role="region" aria-label="Messages" tabindex="0">
<button type="button" id="older" class="plain" hidden>Show older messages</button>
<p id="empty" class="hint" hidden>No messages to display.</p>
<ol id="messages" class="messages"></ol>
</div>
<button type="button" id="to-newest" class="plain" hidden>To the newest ↓</button>
<div class="foot">
<div id="observing" class="bar" hidden><p>You are observing: you read everything, and nobody sees you.</p><button type="button" id="take-part" class="main">Take part</button></div>
<div id="not-following" class="bar" hidden><p>Follow this chat to write in it.</p><button type="button" id="follow" class="main">Follow</button></div>
<form id="composer" class="composer" hidden>
<div id="mention-box"><p class="hint" id="mention-label">Mention</p><div id="mentions" class="mentions" role="group" aria-labelledby="mention-label"></div></div>
<div class="write"><label class="unseen" for="text">Your message</label><textarea id="text" rows="2" dir="auto" placeholder="Write a message" aria-describedby="send-fault"></textarea><button type="submit" class="main">Send</button></div>
<p id="count" class="hint" role="status"></p>
<p id="send-fault" class="fault" role="alert"></p>
</form>
</div>
</div>
</section>
<section id="view-memories" class="memories" aria-labelledby="memories-title" hidden>
<a class="back" href="#/" aria-label="Back to all chats">‹</a>
<h2 id="memories-title">Memories</h2>
<p class="hint">Facts, decisions, context and knowledge that the participants keep. They are what somebody wrote, not the truth.</p>
<div id="memory-observer" class="bar"><p>The hub shows memories to participants only.</p><button type="button" id="memory-take-part" class="main">Take part</button></div>
<button type="button" id="memory-keep" class="plain" hidden>Keep a memory</button>
<form id="memory-search" class="memory-search" role="search" hidden>
<div class="field"><label for="memory-query">Words</label><input id="memory-query" name="query" type="search" autocomplete="off" maxlength="500"></div>
<button type="submit" class="main">Search</button>
<details><summary>Filters</summary><div class="filters">
<fieldset class="checks"><legend>Type</legend>
<label class="check"><input type="checkbox" name="memory_type" value="FACT"> fact</label>
<label class="check"><input type="checkbox" name="memory_type" value="DECISION"> decision</label>
<label class="check"><input type="checkbox" name="memory_type" value="CONTEXT"> context</label>
<label class="check"><input type="checkbox" name="memory_type" value="KNOWLEDGE"> knowledge</label>
</fieldset>
<div class="field"><label for="memory-tag">Tags (all must match)</label><input id="memory-tag" name="tag" autocomplete="off"></div>
<div class="field"><label for="memory-project">Project</label><input id="memory-project" name="project_id" inputmode="numeric" autocomplete="off"></div>
<div class="field"><label for="memory-status">Status</label><select id="memory-status" name="status"><option value="">those that hold</option><option>ACTIVE</option><option>DISPUTED</option><option>SUPERSEDED</option><option>ARCHIVED</option></select></div>
<div class="field"><label for="memory-confidence">Confidence at least</label><input id="memory-confidence" name="min_confidence" inputmode="decimal" placeholder="0" autocomplete="off"></div>
</div></details>
</form>
<p id="memory-told" class="hint" role="status"></p>
<ol id="memory-list" class="memory-list"></ol>
<button type="button" id="memory-more" class="plain" hidden>Show more</button>
</section>
</div>
</main>
<p id="status" class="told" role="status"></p>
<p id="live" class="unseen" aria-live="polite"></p>
<noscript><p class="banner">This page needs JavaScript. The API of this hub is described at <a href="docs">/docs</a>.</p></noscript>`;
