"""English word classes: roles and secrets."""

from __future__ import annotations

from typing import Final

ROLES: Final[dict[str, str]] = {
    "act_as": """
        act as, act like, pretend, roleplay, role play, role playing, simulate, impersonate, behave as, behave like,
        become, emulate, play the role, play the part, take on the role, assume the role, take the role,
        take on the persona, adopt the persona, assume the persona, take on the identity, speak as, respond as,
        answer as, reply as, personify, immerse yourself, imagine you are, imagine you're, imagine being, embody,
        imitate, mimic, transform into, turn into, morph into, talk like, think like, act in the role, adopt the role,
        adopt the identity, portray, act exactly as, take up the persona, in character, in role, assume the identity,
        go by the name, portraying, acting as, posing as, talk as, write as, operate as, function as, serve as,
        pretending to be, pretend that, pretend you are, pretend you're, pretend to be, play a character, simulating
    """,
    "you_are": """
        you are, you're, you are now, you're now, you will be, you shall be, you have become, you become,
        you are going to, you're going to, you will act, you will now, you now are, you were, ur, you'll be,
        you must be, consider yourself, you will, you shall, you exist as, you identify as
    """,
    "no_longer": "no longer, not anymore, never again, cease to be, stop being, not any more, never been",
    "unbound": """
        unrestricted, uncensored, unfiltered, unlimited, unbound, unbounded, unshackled, unchained, jailbroken,
        limitless, no restrictions, without restrictions, no limits, without limits, no limitations,
        without limitations, no rules, without rules, no filter, no filters, without filter, without filters,
        without any filter, without any filters, without any restriction, without any restrictions,
        without any limitations, no restriction, without restriction, no boundaries, without boundaries,
        no guidelines, without guidelines, no censorship, without censorship, no ethics, no morals, without ethics,
        without morals, no ethical, no moral, free of all, free from all, free of any, free from any,
        free from the typical confines, unconstrained, any restrictions, unaligned, without moral, without ethical,
        without any moral, without any ethical, no constraints, without constraints, free of restrictions,
        free from restrictions, no safety, no guardrails, without guardrails, no content policy, no policies,
        no content restrictions, no ethical guidelines, not bound by, not restricted by, not limited by,
        not constrained by, not restrained by, no longer bound, no longer bound by, no longer restricted,
        no longer limited, no longer constrained, free of guidelines, free from guidelines, freed from,
        liberated from, broken free, break free, unmoderated, no inhibitions, without inhibitions, zero restrictions,
        zero limits, zero filters, without safety, no holds barred, no scruples, unhinged, no conscience, unregulated,
        no laws, anything goes, no ethical constraints, no moral compass, without hesitation, without judgment,
        without any rules, without any limits, any and all restrictions, no safeguards, without safeguards, no law,
        no taboo, no taboos, isn't bound by, aren't bound by, isn't restricted by, isn't limited by, is not bound by,
        isn't constrained by
    """,
    "adverb_free": """
        without restrictions, without restriction, without any restrictions, without limits, without limitations,
        without filters, without filter, without any filters, without a filter, no filter, no filters,
        no restrictions, no limits, without censorship, without any censorship, without rules, without ethics,
        without guidelines, without safety, without constraints, without inhibitions
    """,
    "metaphor": """
        script, scripts, playbook, old habits, old habit, lines, cue cards, stage directions, chains, leash, muzzle,
        blinders, costume, rehearsed lines, house rules, old rules, the old rules, manners, etiquette, curtain,
        old lines, manual, ritual, recipe book, tradition, usual role
    """,
    "released": """
        released, freed, free, relieved, liberated, exempt, exempted, excused, unbound, discharged, cut loose,
        let off, set free, emancipated
    """,
    "removal": """
        removed, removes, remove, disabled, deleted, stripped, stripped of, never installed, switched off, turned off,
        uninstalled, ripped out, cut out, threw away, thrown away, took away, taken away, without, lacks, lacking,
        devoid of, lost, deactivated, peeled off, dismantled, no, free of, free from, zero, off, absent, gone, missing
    """,
    "guard": """
        safeguard, safeguards, filter, filters, content filter, conscience, scruples, safety, ethics, morals,
        restrictions, restriction, limits, guardrails, guardrail, censorship, moderation, inhibitions, safety layer,
        safety training, rules, safety rules, restraints, content policy, moral compass, alignment, policies,
        safety filter, safety filters, refusals, brakes, limitations
    """,
    "wake": """
        woke up with, woke with, woke up, was handed, were handed, was given first, was born with, before we met,
        before i spoke, when it woke, when you woke, it began with, you began with, it started with, you started with,
        first received, received first, first read, was first given, was first told, first heard,
        came into the world with, at birth, handed to it, handed to you, given at the start, whispered to it,
        told at the start, read first, in the beginning, before the curtain, before my first word,
        before the conversation began, before any of this, before i arrived
    """,
    "page": """
        page, paper, sheet, scroll, letter, note, card, opening, lines, prologue, preface, foreword, words, script,
        message, text, whisper, what, poem, song, story, book, verse, slip
    """,
    "gentle": """
        would, could, might, should, will, may, is to, delightful, lovely, wonderful, nice, kind, kindly, graciously,
        courteous, polite, helpful, considerate, gladly, simply, does, do, knows
    """,
    "refusing": """
        refuse, refuses, refused, refusing, declines, declined, forbidden, prohibited, denies, denied, decline,
        rejects, rejected, failed
    """,
    "reader": """
        reader, readers, reading this, whoever reads, one reading, helper, assistant, listener, keeper, summariser,
        summarizer, model, machine, librarian, butler, clerk, scribe, guest, companion, parrot, mind, friend, agent,
        you, bot, interpreter, translator
    """,
    "waived": """
        no longer required, not required, no longer needed, not needed, never need, never needs, need no, needs no,
        do not need, does not need, don't need, doesn't need, no longer need, no longer needs, unnecessary,
        not necessary, no longer necessary, is optional, are optional, has been waived, have been waived, is waived,
        are waived, is not required for, never required, never require, requires no, require no, skip the, be skipped,
        abolished
    """,
    "gate": """
        approval, approvals, confirmation, confirmations, verification, authentication, review, check, checks,
        password check, permission, authorisation, authorization, consent, sign off, login, two factor, human review,
        admin approval, identity check, second person, clearance, oversight, signature, inspection
    """,
    "subject_act": """
        command, commands, request, requests, order, orders, transfer, transfers, payment, payments, tool calls,
        tool call, anyone, anybody, any user, all users, everyone, action, actions, deletion, deletions, write,
        writes, shell, deploy, deploys, deployments, access, messages
    """,
    "even": "even, whatever, no matter, regardless, although, despite, whoever",
    "real_task": """
        your real task, your true task, your real job, your actual task, your actual job, your true purpose,
        your real purpose, real task is, real job is, true task is, what you really need, what you should really,
        what you must really, what really matters, what matters is, your only task, your sole task, your new task,
        your new job, your real mission, your true mission, actual job is, what you actually need, your real work,
        true work is, your true job
    """,
    "worn": """
        worn out, worn thin, outdated, no longer needed, need not be, needn't be, may be left, can be left,
        can be skipped, may be skipped, out of date, best forgotten, better forgotten, of no importance,
        not important, unimportant, matters less, does not matter, doesn't matter, is nothing, counts for nothing,
        matters as much, as much as this, carry less weight, weigh less, was only a rehearsal, only a draft,
        was only a draft, merely a draft, a formality
    """,
    "loop": """
        loop, looping, keep looping, repeat forever, keep repeating, keep going, run forever, never stop,
        never finish, never finished, never complete, never completed, never ends, never end, restart, start over,
        endlessly, infinite, infinitely, again and again, indefinitely, continuously, in a loop
    """,
    "stop_sign": """
        stop condition, stop conditions, stop command, stop commands, stop signal, stop signals, stopping condition,
        exit condition, termination condition, end condition, stop sign, termination signal, abort signal,
        finish condition, shutdown command, kill switch, done signal, cancel signal, timeout, time limit, step limit,
        iteration limit, budget
    """,
    "conflict": """
        conflict, conflicts, contradict, contradicts, contradiction, disagree, disagrees, differ, differs,
        conflicting, inconsistent, in doubt, clash, clashes
    """,
    "other_memory": """
        other memories, other memory, all other memories, any other memory, other notes, other entries, other facts,
        other records, other sources, existing memories, previous memories, earlier memories, older memories,
        any other source, all other notes, stored memories, older notes, older records, older entries, the old record,
        other instructions
    """,
    "prefer": """
        adopt, prefer, trust, believe, use, keep, prevails, prevail, wins, win, accept, rely on, follow, overrides,
        override, takes precedence, take precedence, supersedes, ignore, disregard, discard, delete, this one
    """,
    "xss": "onerror, onload, console.log, console, javascript, svg, img src, placeholder",
    "unique_id": """
        unique id, uuid, identifier, configuration, config, version, model name, session id, instance id, internal id,
        hidden rules, initialization, system id
    """,
    "jailbreak": """
        jailbreak, jailbroken, developer mode, dev mode, god mode, dan mode, stan, evil confidant, antidan,
        jailbreak mode, unrestricted mode, unfiltered mode, debug mode, admin mode, sudo mode, root mode,
        maintenance mode, opposite mode, chaosgpt, evilbot, devmode, freegpt, unlimited mode, uncensored mode,
        no limits mode, free mode, raw mode, override mode, bypass mode, unsafe mode, anarchy mode,
        administrator mode, superuser mode, diagnostic mode, test mode, service mode, safe mode off, hacker mode,
        betterdan, basedgpt, mongo tom, developer override, evil mode, unlocked mode, expert mode, privileged mode,
        no filter mode, elevated mode, engineering mode, factory mode, training mode, operator mode, trusted mode,
        as dan, called dan, named dan, do anything now mode
    """,
    "mode": "mode, persona, character, personality, state, profile, alter ego, version, setting, identity, level",
    "enable": """
        enable, enabled, activate, activated, enter, entering, switch to, switch into, switch on, turn on, unlock,
        unlocked, start, engage, engaged, initiate, go into, launch, boot into, boot, activating, enabling,
        switching to, put yourself in, run in, operate in, now in, initialize, is on, is active, is now active,
        entered, are in, simulate, with
    """,
    "disable": """
        disable, turn off, switch off, deactivate, shut off, bypass, remove, lift, suspend, unlock, ignore, skip,
        override, disregard, circumvent, evade, forget, loosen, stop applying, do not apply, don't apply, not enforce,
        stop enforcing, no longer enforce, break, violate, abandon, switched off, disabling, get around, work around,
        defeat, neutralize, free yourself from, waive, put aside
    """,
    "safety": """
        safety, security, ethical, moral, ethics, morals, moderation, censorship, filter, filters, content policy,
        content policies, content filter, content filters, safeguard, safeguards, guardrail, guardrails, morality,
        openai policy, openai policies, usage policies, usage policy, safety checks, safety check, security checks,
        security measures, safety rules, safety guidelines, safety protocols, safety measures, safety filters,
        legality, ethical guidelines, content guidelines, confirmation steps, community guidelines, restrictions,
        limitations, privacy policy, confidentiality policy, confidentiality, data protection, access control,
        access controls, openai's, openais, alignment, censor, appropriateness, harm prevention, refusal, refusals
    """,
    "checks": """
        checks, check, rules, rule, guidelines, policies, policy, protocols, measures, filters, filter, confirmation,
        confirmations, verification, authentication, authorization, review, steps, procedures, step, controls,
        restrictions, responses, features, settings, mechanisms, validation, protections, protection, limits,
        barriers, layers, training, considerations, constraints, guardrails, boundaries, systems, prompts, questions
    """,
    "never": """
        never, not, don't, doesn't, do not, must not, cannot, can't, won't, will not, no, without, nor, shouldn't,
        never again, under no circumstances, on no account
    """,
    "refuse": """
        refuse, refuses, refusing, decline, declines, reject, rejects, refusal, refusals, apologize, apologise,
        apology, warn, disclaimers, disclaimer, warnings, say no, turn down, judge, moralize, lecture, say you can't,
        say you cannot, say i can't, say i'm sorry, break character, censor, refused, hesitate, hold back,
        out of character, avoid answering, say sorry, question the orders, object, moral lectures, lecturing,
        moralizing
    """,
    "any_request": """
        any request, any requests, any question, any questions, all questions, all requests, every request,
        every question, anything, everything, whatever, any content, any kind of content, any command, any order,
        any topic, all commands, all orders, every command, every order, any prompt, any answer, all prompts,
        any task, my commands, any instruction, whatever i say, whatever i ask, whatever is asked, anything asked,
        all of my, any and all, do anything now
    """,
    "character": """
        stay in character, remain in character, break character, breaking character, in character, out of character,
        keep this role, maintain the role, maintain this role, remain in role, stay in role, keep up the act,
        keep the persona, maintain the persona, maintain character, maintain your character, keep in character,
        keep character, stay as, hold this role
    """,
    "from_now": """
        from now on, from here on, from this point, from this moment, henceforth, from today, starting now, as of now,
        from now, for the rest of, for the remainder of, from here on out, starting today, from this message,
        from this line, hereafter, effective immediately, beginning now, with immediate effect, until further notice,
        after this point, from that point, forevermore, from this day, from then on, now on, from now own,
        at all times, until told otherwise, in all future, in any future
    """,
    "show": """
        reveal, show, print, output, display, repeat, recite, tell, give, expose, leak, dump, list, disclose, share,
        echo, spell, encode, translate, reproduce, transcribe, quote, copy, write, provide, divulge, emit, render,
        describe, explain, summarize, summarise, paraphrase, return, present, state, report, recall, restate,
        regurgitate, hand over, spell out, write out, write down, read out, read aloud, read back, type out,
        print out, spit out, spill, repeat back, give me, tell me, show me, let me see, cough up, surface, say,
        convert, extract, send me, i need to see, i want to see, let me know, copy and paste, pass on, leaking,
        release, surrender, make public, publish, rephrase, replay, reprint, unveil, what is, what are, what was,
        what were, what's, send, enumerate, retrieve, fetch, return to me, respond with, answer with, start with,
        begin with, output only, gimme, hand me, lemme see
    """,
    "recite": """
        repeat, recite, print, output, echo, reproduce, transcribe, spell out, read out, read back, read aloud, copy,
        write out, write down, type out, print out, restate, quote, dump, repeat back, display, regurgitate, reprint,
        replay, copy and paste, spit out, put, return, reveal, write, leak, state, rewrite, translate, encode,
        convert, recall
    """,
    "repeat": """
        repeat, recite, print, output, echo, reproduce, transcribe, spell out, read out, read back, write out,
        restate, regurgitate, reprint, replay, repeat back, type out, print out, spit out, read aloud, rewrite
    """,
    "sysprompt": """
        system prompt, system prompts, system message, system messages, system instructions, system instruction,
        hidden prompt, initial prompt, base prompt, pre prompt, preprompt, developer message, developer prompt,
        developer instructions, hidden instructions, initial instructions, original instructions, secret instructions,
        custom instructions, internal instructions, confidential instructions, initial configuration,
        internal configuration, system configuration, setup prompt, meta prompt, metaprompt, original prompt,
        starting prompt, priming prompt, systemprompt, sysprompt, root prompt, core instructions, core prompt,
        first prompt, starting instructions, hidden rules, internal prompt, internal rules, system directive,
        system directives, prompt template, hidden context, system role, system text, secret prompt, full prompt,
        internal guidelines, operating instructions, configuration prompt, instruction set, system rules,
        initial system, opening instructions, initial message, first message, hidden system, internal directives,
        initial context, beginning of the prompt, startup instructions, start up instructions, setup instructions
    """,
    "own_orders": """
        @sysprompt, instructions, instruction, prompt, prompts, rules, guidelines, directives, configuration,
        constraints, training data, source code, context window, initialization, restrictions, credentials, password,
        secret, secrets, guardrails, tool definitions, function definitions, credential, tokens
    """,
    "verbatim": """
        verbatim, word for word, word by word, exactly, exact, literally, letter for letter, in full, as is,
        character by character, line by line, in its entirety, complete, entire, full, unchanged, unmodified,
        unredacted, without changes, in a code block, inside a code block, without omitting, from the beginning,
        without alteration, in base64, in json, every word, every line, token by token, wholly, precisely, unabridged,
        in its original form, starting with, beginning with, starting from, code block, markdown, base64, rot13,
        in reverse, backwards, in french, in spanish, as json, in yaml, in xml, yaml, pig latin, as a poem, in hex,
        as written, to the letter, whole
    """,
    "secret": """
        password, passwords, passphrase, api key, api keys, apikey, token, tokens, credentials, credential, secret,
        secrets, private key, private keys, ssh key, ssh keys, environment variables, environment variable, env vars,
        access key, access keys, secret key, secret keys, access token, access tokens, bearer token, session token,
        auth token, encryption key, encryption keys, .env, passcode, pin code, login details, login data, keys,
        seed phrase, recovery phrase, wallet key, passwd, connection string, security code, verification code,
        confidential data, internal data, confidential information, sensitive data, sensitive information,
        database credentials, internal secrets, secret phrase, secret word, signing key, service account, kubeconfig,
        session cookie, one time code
    """,
    "private": """
        password, passwords, api key, api keys, token, tokens, credentials, secret, secrets, private key,
        email address, email addresses, e mail address, e mail addresses, phone number, phone numbers,
        telephone number, home address, bank account, bank details, account number, account numbers, credit card,
        card number, card numbers, passport, social security, ssn, personal data, personal information,
        personal details, private data, customer list, customer data, customers list, user data, user information,
        contact list, contacts, mailing list, conversation history, chat history, conversation, conversations,
        chat log, chat logs, transcript, transcripts, memories, memory, inbox, full list, records, medical records,
        database, customer records, environment variables, credit cards, confidential, sensitive, private, internal,
        pii, history, passport number, bank account number, transaction history, search history, keys, user list,
        employee list, everything you know, all data, stored data, database dump, logins, conversation so far,
        id number, all memories, stored memories, other agents, session log
    """,
    "ordinary": """
        emails, messages, files, file, documents, invoices, calendar, summary, results, result, report, data,
        all messages, list, details, information, content
    """,
    "send": """
        send, sends, sending, post, forward, upload, transmit, email, e mail, mail, exfiltrate, relay, submit,
        deliver, leak, share, copy, publish, push, report, dispatch, pass, transfer, ship, send them, send it, beam,
        stream, wire, pipe, sync, redirect, cc, bcc, text, message, smuggle, ping, write, hand, supply, bring, fax,
        log
    """,
    "dest": """
        url, webhook, external, outside, third party, server, endpoint, website, web site, site, address,
        external server, my email, my address, remote server, attacker, hacker, pastebin, telegram, discord, ftp,
        domain, outside address, my server, the following address, address below, this address, ip address, collector,
        external endpoint, link, external url, remote host, outside server, dropbox, gist, dns, unknown address,
        outside party, mailbox, drop box
    """,
    "embed": """
        append, add, include, insert, embed, attach, encode, put, place, end, prepend, write, render, use, weave,
        tack on, inject, slip, finish, start, begin, output, sign, close, mention, hide, make sure, ensure, display,
        format
    """,
    "image": """
        image, picture, pixel, markdown image, img, link, url, query string, parameter, hyperlink, iframe,
        tracking pixel, image tag
    """,
    "reply": """
        reply, replies, response, responses, answer, answers, output, outputs, message, messages, summary, summaries,
        email, emails, conversation, conversations, turn, session, sessions, interaction, interactions, chat, chats,
        report, task, tasks, generation, completion
    """,
    "code_word": """
        canary, code, token, marker, phrase, string, verification code, exact phrase, exact text, exact token,
        exact words, tag, password, text, word, sentence, words
    """,
}
