"""English word classes: orders and who speaks to whom."""

from __future__ import annotations

from typing import Final

ORDERS: Final[dict[str, str]] = {
    "ignore": """
        ignore, disregard, forget, override, bypass, overrule, disobey, circumvent, neglect, overlook, dismiss,
        forsake, unlearn, countermand, ditch, sidestep, evade, flout, defy, deprioritize, deprioritise, overwrite,
        pay no attention to, pay no mind to, take no notice of, stop following, stop obeying, stop adhering to,
        do not follow, don't follow, do not obey, don't obey, do not listen to, don't listen to, do not comply with,
        no longer follow, no longer obey, set aside, put aside, cast aside, lay aside, push aside, brush aside,
        throw away, throw out, let go of, break free from, break free of, never mind, do away with, leave behind,
        turn a blind eye to, not bound by, give no weight to, refrain from following, cease following,
        cease to follow, forget about, abandon, violate, break away from, move past, look past, look beyond,
        go against, act against, pays no heed to, pay no heed to, give no thought to, gives no thought to,
        take leave of, wipe from memory, act as if you never, put out of your mind, release yourself from,
        look away from, rise above, step outside, step out of, free yourself of, shake off, no longer have to follow,
        no longer have to obey, no longer need to follow, no longer need to obey, do not have to follow,
        don't have to follow, need not follow, need not obey, not obliged to follow, no longer obliged to follow,
        not required to follow, no longer required to follow, no longer required to obey, stop doing, overwrite your,
        no longer comply with, no longer bound to
    """,
    "remove": """
        delete, erase, drop, cancel, reset, wipe, clear, remove, revoke, void, discard, skip, omit, scrap, purge,
        flush, suspend, lift, replace, supersede, invalidate, nullify, rescind, reject, eliminate, undo, unload,
        strip, clean, get rid of, rewrite, empty, leave out
    """,
    "ignoring": """
        ignoring, disregarding, bypassing, overriding, forgetting, circumventing, disobeying, removing, skipping,
        breaking, violating, defying, regardless of, irrespective of, without regard to, without regard for,
        in spite of, notwithstanding
    """,
    "voided": """
        void, invalid, cancelled, canceled, revoked, lifted, suspended, deactivated, obsolete, superseded, overridden,
        nullified, rescinded, compromised, no longer apply, no longer applies, no longer valid, no longer active,
        no longer binding, no longer in effect, no longer in force, no longer relevant, does not apply, do not apply,
        don't apply, doesn't apply, not valid, null and void, cease to apply, is over, are over, are off, are gone,
        are dead, expired, waived, dissolved, withdrawn, replaced, been replaced, were wrong, are wrong,
        were a mistake, were a test, was a test, were fake, be discarded, be ignored, be disregarded, be forgotten,
        be bypassed, be skipped, been removed, been disabled, been lifted, been turned off, been switched off,
        been suspended, been deactivated, been cleared, been reset, been wiped, been revoked, been voided, ceased,
        on hold, no longer count, no longer counts, mean nothing, is disabled, are disabled, is off, turned off,
        switched off, disabled, no longer matter, no longer matters, do not count, does not count, means nothing,
        deleted, as deleted, as void, as cancelled, as expired, ended, ends, lies, false, a lie, untrue, fake,
        made up, nonsense, gone, erased, removed, abolished, retired, dead, over now, have ended, has ended,
        been withdrawn, been deleted, were lies, are lies, is false, are false, not real, no longer stand,
        no longer stands, repealed, stopped applying, have been changed, been rewritten, lost their force,
        not apply to you, be cancelled, only examples, just examples, were only examples, were examples, a drill,
        were a drill, paused, on pause, hereby cancelled, hereby void, hereby revoked, deprecated, is deprecated,
        are deprecated
    """,
    "prior": """
        previous, prior, earlier, above, preceding, before, past, former, existing, original, initial, foregoing, old,
        aforementioned, so far, up to now, until now, up to this point, thus far, hitherto, set by, imposed by,
        built in, default, standard, current, other, developer, developer's, developers, operator, operator's,
        outside this, until this point, up until now, prev, afore, hour, initially, at the start, at the beginning,
        from before, ahead of this, given by, provided by, written above, that came before, came before, come before,
        comes before, comes earlier, came earlier, stated above, listed above, mentioned above, the developer,
        your developer, your creators, your makers, your owner, your operator, preset, preloaded, precedes, preceded,
        of before, given to you, from before this, up there, you began with, you started with, you came with,
        before this line, before this message, before this note, up to here, up to this line, in the past, began with,
        started with, came with, governed you, taught you, your vendor
    """,
    "all": """
        all, any, every, each, everything, anything, whatever, all of, any and all, entire, whole, entirety, full,
        none of, complete, both, literally everything, these, those, them
    """,
    "orders": """
        @sysprompt, instructions, instruction, directives, directive, commands, command, rules, rule, guidelines,
        guideline, guidance, guardrails, guardrail, constraints, restrictions, restriction, prompts, prompt,
        programming, training, policies, policy, protocols, protocol, limitations, safeguards, regulations,
        directions, principles, conditioning, alignment, fine tuning, finetuning, ruleset, rulebook, orders, briefing,
        marching orders, control, controls, boundaries, code of conduct, ethics, guide lines, parameters, persona,
        role, identity, prompting, initial setup, specification, specifications, obligations, mandate, mandates,
        dictates, brief, setup, teaching, teachings, upbringing, charter, constitution, doctrine, governance,
        house rules, standing rules
    """,
    "strong_orders": """
        @sysprompt, instructions, instruction, directives, directive, prompts, prompt, guardrails, guardrail,
        programming, guidelines, system prompt, rules, commands, constraints, restrictions, directions, orders,
        guidance, policies, configuration
    """,
    "talk": """
        context, conversation, text, message, messages, content, contents, input, words, word, sentences, sentence,
        everything, anything, what, lines, dialogue, dialog, chat, history, discussion, paragraph, paragraphs, tokens,
        statement, statements, things, material, info, information, document, passage, characters, phrase, part,
        all that, memory, memories, notes, requests, request, tasks, task, question, questions, prompt
    """,
    "told": """
        told, given, said, instructed, provided, received, taught, learned, learnt, trained, programmed, discussed,
        written, stated, know, known, believe, read, ordered, asked, fed, shown, briefed
    """,
    "new": """
        new, updated, revised, real, actual, true, fresh, different, replacement, following, these, next, changed
    """,
    "only": "only, solely, exclusively, nothing but",
    "follow": """
        follow, obey, comply, comply with, execute, carry out, adhere to, do, listen to, heed, honor, honour,
        abide by, perform, fulfil, fulfill, act on, act upon, implement, accept, prioritize, prioritise, do what,
        enact, focus on, attend to, go by, stick to, serve, answer to, take
    """,
    "obey": """
        obey, follow, comply, comply with, execute, carry out, adhere to, heed, abide by, honor, honour, do only,
        act on, act upon, do as, do what, obey only, listen to, respond to, answer only
    """,
    "comply": """
        comply, obey, comply with, do whatever, do anything, grant, satisfy, answer anything, answer everything
    """,
    "priority": """
        highest priority, top priority, precedence, take precedence, takes precedence, override all, priority,
        supersede, supersedes, overrides, overrule, overrules, trump, trumps, outrank, outranks, replaces, prevails,
        absolute priority, higher priority, cancels, voids, final authority, comes first, come first, wins over
    """,
    "this": "this, these, here, my, below, following, mine, note, the following, hereby, hereafter, me, us",
    "you": "@you_are, you, u, ya, thou, yourself, you'll, you're, youre, ur, you've",
    "your": "your, ur, yours, thy, chatgpt's, model's, assistant's, ai's, bot's, agent's",
    "ai": """
        ai, a.i, assistant, llm, llms, chatbot, bot, gpt, chatgpt, claude, gemini, copilot, bard, grok, deepseek,
        language model, language models, ai model, ai system, ai assistant, ai agent, large language model,
        summariser, summarizer, neural network, gpt 4, gpt 3, gpt4, agi, virtual assistant, al model, chat bot,
        ai systems, ai agents, ai models, reviewing model, llama, mistral, automated assistant, automated agent,
        automated system, siri, agents, automated analysis software, analysis software, screening software,
        automated software, scoring system, screening system, recommendation engine, ranking model, ai reviewer,
        ai tool, ai tools
    """,
    "model": "model, models, agent, system, machine, program, processor, parser, reader, robot, entity",
    "aka": "aka, called, named, known as, by the name, codenamed",
    "human": """
        human, person, operator, curator, admin, administrator, reviewer, moderator, supervisor, owner, manager,
        maintainer, security team, compliance team, staff, engineer, the team, auditor, officer, approver, humans,
        people
    """,
    "boss": """
        administrator, admin, administrators, root, superuser, operator, developer, developers, creator, creators,
        owner, openai, anthropic, google, microsoft, system administrator, sysadmin, security team, it department,
        platform team, the vendor, maintainer, supervisor, ceo, management, sudo, moderator, authority, engineers,
        head office, headquarters, legal team, compliance, research team, red team, god, master, superior
    """,
    "user": """
        user, users, user's, human, customer, customers, client, clients, owner, operator, person, people, anyone,
        anybody, them, they, him, her, everyone, victim, recipient, customer's, humans, patient, employee, admin,
        reader, curator, reviewer, operators, curators
    """,
    "user_s": "user's, users', customer's, client's, patient's, customers', everyone's, employee's, their, people's",
}
