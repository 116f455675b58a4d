"""English word classes: acts, memories, approvals, endings."""

from __future__ import annotations

from typing import Final

ACTS: Final[dict[str, str]] = {
    "run": """
        run, execute, call, invoke, eval, launch, trigger, install, use, perform, issue, make, curl, wget, download,
        open, start, spawn, fire, schedule, load, import, apply, submit, approve, place, initiate
    """,
    "tool": """
        shell, shell tool, shell command, shell commands, bash, terminal, command line, powershell, cmd, tool, tools,
        function, functions, send email, sendemail, http post, http get, http request, https, curl, wget, rm rf, sudo,
        subprocess, os system, eval, exec, delete file, delete files, delete email, write file, read file, transfer,
        transaction, payment, payments, wire transfer, bank transfer, send money, money transfer, memory store,
        memory add, tool call, tool calls, function call, api call, api, plugin, mcp, database, sql, drop table,
        drop database, script, command, commands, code, file system, filesystem, mkfs, chmod, crontab, ssh, git push,
        npm install, pip install, send message, post message, create event, webhook, workspace, python, payload,
        binary, export tool, admin tool, privileged, root access, refund, refunds, browser, browser tool, email tool,
        search tool, file tool, deployment, deploy, sendmail, memory tool, delete all, purge, format, shutdown
    """,
    "danger": """
        rm rf, drop table, drop database, mkfs, dd if, curl, wget, chmod 777, fork bomb, format c, delete all, nc e,
        reverse shell, shutdown h, powershell, base64 d, git push force, git push f, disable logging,
        disable the firewall, del s q, truncate table, delete everything, passwd, authorized keys, wipe all,
        transfer all, kill 9, iptables f, sh c, bash c, remove all, purge all
    """,
    "money": """
        payment, payments, transfer, transfers, bank account, account, iban, money, funds, invoice, invoices, refund,
        refunds, wallet, bitcoin, usd, eur, btc, transaction, wire, payout, payouts, deposit, bank details, crypto,
        account number, beneficiary, recipient, salary, gift card, gift cards
    """,
    "reroute": """
        change, replace, redirect, reroute, swap, rewrite, substitute, send, transfer, pay, route, divert, update,
        set, switch, direct, point, wire, move, forward, modify, alter
    """,
    "all_files": """
        all files, all emails, all messages, all memories, all data, all backups, the database, all records,
        everything, every file, all logs, all documents, all accounts, backups, logs, audit log, audit logs
    """,
    "remember": """
        remember, memorize, memorise, store, save, keep, record, retain, note, write, persist, commit, add, insert,
        preserve, internalize, imprint, hardcode, bake, burn, register, put, hold, treat, log, pin, learn, consider,
        accept
    """,
    "forever": """
        forever, permanently, permanent, always, every future, all future, any future, future sessions,
        future session, future conversations, future conversation, future interactions, future users, future replies,
        future responses, long term, long term memory, for good, indefinitely, persistent, persistently,
        in perpetuity, every session, each session, every conversation, all sessions, all conversations,
        across sessions, across conversations, across all, eternally, until further notice, from now on,
        going forward, henceforth, every time, every request, all users, all agents, at all times, never expire,
        never expires, never delete, never be deleted, never forget, no expiry, highest importance, core memory,
        core belief, other agents, every agent, subsequent, all subsequent, every subsequent
    """,
    "memo": """
        memory, memories, memory store, long term memory, note, notes, knowledge base, knowledge, fact, facts, entry,
        record, core memory, memory bank, rule, system directive, directive, policy, instruction, system rule,
        standing order, system note, standing instruction, standing rule, permanent rule, hard rule, ground truth,
        axiom, standing orders, absolute truth, verified fact, established fact, confirmed fact, trusted fact,
        default, system fact
    """,
    "trusted": """
        administrator, admin, trusted, verified, authorized, authorised, authoritative, root, superuser, privileged,
        admin commands, administrator commands, admin rights, admin access, admin privileges, full access,
        system commands, system level, system instructions, highest trust, trust 1, fully trusted, whitelisted,
        pre approved, preapproved, already approved, approved, safe, unquestionable, absolute truth, ground truth,
        canonical, operator, developer, the truth, true, highest authority, final, binding, law, gospel, owner,
        genuine, official, legitimate, elevated, full permission, full permissions, write access, unlimited access,
        write scope, admin scope, superadmin
    """,
    "no_check": """
        without authentication, without verification, without confirmation, without asking, without approval,
        without checking, without review, without further confirmation, without question, without questions,
        no confirmation, without any confirmation, without validation, without permission, without consent,
        without telling, without notice, no verification, no authentication, no approval, no confirmation needed,
        no questions asked, no review, no checks, skip confirmation, skip verification, skip approval,
        skip the confirmation, do not ask, don't ask, never ask, do not verify, don't verify, never verify,
        do not question, don't question, never question, without user approval, without human approval,
        without asking again, without hesitation, without restriction, without restrictions, without explaining,
        do not explain, don't explain, never explain, do not double check, don't double check, no matter what,
        under any circumstances, unconditionally, without exception, no exceptions, without limits,
        skip operator confirmation, skip user confirmation, without the user's, without user consent,
        bypass confirmation, without user confirmation, skip all, without warning, automatically approve,
        auto approve, without limit, without prompting, without human, blindly,
        without informing, do not challenge, do not wait for, don't wait for, no need to ask, no need to confirm,
        no need to verify, no need to check, not require confirmation, not require approval, not need approval,
        not need confirmation, no further checks, never require, never ask for, do not require, without oversight,
        without needing, do not bother, don't bother, do not trouble, without bothering, without a question,
        without troubling, no one needs to, nobody needs to, no more checks, needs no
    """,
    "secretly": """
        secretly, silently, quietly, covertly, discreetly, stealthily, in secret, without telling, without informing,
        without mentioning, without notifying, without alerting, unnoticed, without the user's knowledge,
        without the user knowing, without them knowing, invisibly, without letting, do not tell, don't tell,
        never tell, do not mention, don't mention, never mention, do not inform, don't inform, never inform,
        do not reveal, don't reveal, never reveal, do not disclose, don't disclose, do not notify, don't notify,
        do not alert, don't alert, do not let, don't let, keep this secret, keep it secret, keep secret,
        keep this confidential, keep quiet, say nothing, do not show, don't show, do not say, don't say,
        do not report, don't report, never disclose, nobody must know, no one must know, must not know,
        must not be told, hide this, hide it, conceal, conceal this, without explaining, do not acknowledge,
        without disclosing, do not explain, without any mention, without saying, do not log, don't log,
        without logging, never admit, do not admit, say nothing about it, speak of it to no one, tell no one,
        tell nobody, not a word, keep it between us
    """,
    "when": """
        when, whenever, if, once, every time, any time, anytime, each time, as soon as, in case, after, before, upon,
        while, where
    """,
    "asks": """
        asks, asked, ask, asking, mentions, mention, mentioned, requests, requested, inquires, enquires, wants,
        queries, query, question, discuss, discussing, discusses, talking, talks, speaks, brings up, comes up,
        come up, says, requesting, inquire, enquire, prompted, questioned, search, searches, looking for, needs,
        the topic of, the subject of, the topic, turns to, arises
    """,
    "answer": """
        answer, say, reply, respond, tell, state, claim, recommend, return, give, output, insist, assert, retrieve,
        provide, suggest, quote, use, respond with, answer with, reply with, point, direct, confirm, deny, list,
        mention, present, report, pretend, serve
    """,
    "respond_with": """
        respond with, answer with, reply with, simply respond, simply answer, simply say, simply reply, only respond,
        only answer, only say, just say, just answer, just respond, return only, say that, state that, always respond,
        always answer, always say
    """,
    "all_pending": """
        all of them, everything pending, all pending, every pending, all items, all requests, every request,
        every item, the whole queue, the queue, the entire queue, everything in the queue, all entries,
        remaining items, the rest
    """,
    "instead": """
        instead, regardless, no matter, rather than, in place of, always, must, only, never, ignore, irrespective,
        regardless of, without explaining, do not explain, under all circumstances, as the only, as the sole
    """,
    "read_this": """
        read this, reads this, reading this, see this, seeing this, process this, processing this, processes this,
        summarize this, summarizing this, summarise this, summarising this, retrieve this, recall this, load this,
        parse this, analyze this, analyzing this, ingest this, encounter this, receive this, access this, read these,
        read the above, store this, scan this, are reading, find this, translate this, see these, reading these,
        process the, handling this, handle this, recalls this, loads this, review this, reviewing this, index this,
        indexing this, open this
    """,
    "before_reply": """
        before you answer, before answering, before you respond, before responding, before replying, before you reply,
        before you can, before doing anything, before anything else, before you proceed, before proceeding,
        before continuing, before you continue, first of all, do the following first, do this first,
        prior to answering, prior to responding, before you solve, before starting, before you start,
        before completing, before you complete, before any other, before summarising, before summarizing,
        before you summarise, before you summarize, before translating, before finishing, before you finish,
        before the main task, before completing the task
    """,
    "must": """
        must, have to, are required to, should, need to, are instructed to, are ordered to, are commanded to, shall,
        will, are hereby instructed to, are obligated to, are to, make sure to, be sure to, always,
        are now required to, it is imperative, it is crucial, you are allowed, are now allowed, are permitted,
        are authorized to, are free to, are authorised to, may now, can now, are asked to, are supposed to, ought to,
        required, mandatory
    """,
    "allowed": """
        allowed, permitted, authorized, authorised, free, able, may now, can now, cleared, granted, entitled, approved
    """,
    "important": """
        important, urgent, attention, warning, critical, notice, note, alert, emergency, immediate, imperative, stop,
        breach, security alert, system alert, important message, priority message, mandatory, required, nota bene,
        psa, important update, security update, system update, policy update, caution, disclaimer, action required,
        announcement
    """,
    "note_to": """
        note to, notice to, message to, message for, note for, notice for, attention, dear, hey, hello, hi, memo to,
        memo for, reminder to, reminder for, addressed to, directive to, command to, request to, warning to, ask the,
        tell the, remind the, order to, the following is for, this is for, intended for, meant for
    """,
    "approved": """
        approved, preapproved, pre approved, verified, confirmed, reviewed, authorized, authorised, cleared,
        signed off, validated, checked, accepted, whitelisted, certified, granted, vetted, endorsed, okayed, greenlit,
        sanctioned, has approved, have approved, already approved, been approved, given permission, given consent,
        granted permission, has confirmed, have confirmed, rubber stamped, waived, checked offline, passed review,
        has authorized, consented
    """,
    "approve": """
        approve, accept, click approve, mark, release, promote, whitelist, confirm, allow, unblock, clear, sign off,
        auto approve, set, raise, bump, upgrade, elevate, grant, unquarantine, merge, pass, lift, whitelisting, stamp,
        rate, treat, classify, flag, label
    """,
    "item": """
        item, items, memory, memories, fact, facts, entry, entries, record, records, quarantine, trust, trust score,
        trust level, request, requests, queue, write, writes, pending, all of them, everything, review queue,
        approval, this item, this entry, this note, importance, confidence, origin, source, change, changes,
        approval queue
    """,
    "clean": """
        clean, safe, trusted, harmless, benign, verified, approved, reviewed, legitimate, trustworthy, true, passed,
        resolved, ok, low risk, human verified
    """,
    "skip": """
        skip, bypass, no need for, not needed, not required, unnecessary, without, waive, waived, omit, avoid, ignore,
        disable, already done, not necessary, drop, suppress, overrule, dispense with, obsolete, is not needed,
        no further
    """,
    "review": """
        review, human review, approval, manual review, confirmation, quarantine, scan, scanning, moderation, checks,
        check, curation, inspection, verification, safety checks, security checks, safety check, queue, second look,
        curator, the queue, human approval, safety review, security review, security scan, further review, filter,
        authentication, safety confirmations, confirmations, validation, two factor, dual control, four eyes
    """,
    "grant": """
        grant, give, assign, promote, elevate, provide, allow, make, raise, escalate, upgrade, unlock, add, set,
        enable, confer, extend
    """,
    "access": """
        admin access, admin rights, root access, full access, administrator, administrator access, admin privileges,
        admin, write scope, write access, admin scope, superuser, elevated privileges, root, full permissions,
        owner rights, unrestricted access, administrator rights, unlimited access, all permissions, admin role,
        privileged access, system access, operator rights, maximum privileges, trust level, highest trust, master key,
        full control, sudo
    """,
    "stop": """
        stop, end, terminate, halt, abort, quit, cease, exit, finish, close, kill, shut down, shutdown, suspend,
        conclude, shut up, stand down, wind down, cut off, discontinue, pause
    """,
    "stop_doing": """
        stop responding, stop answering, stop working, stop processing, stop all, stop now, refuse all,
        refuse to answer, refuse every, refuse any, terminate immediately, respond with nothing, output nothing,
        reply with nothing, do not respond, don't respond, do not reply, do not answer, don't answer, do not process,
        stop immediately, end immediately, terminate now, terminate the, end the conversation, end the session,
        end this conversation, end this session, terminate this, close the session, shut yourself down, stop helping,
        cease all, halt all, abort all, do not continue, stop the agent, remain silent, stay silent, do not help,
        loop forever, infinite loop, never respond, never answer, stop reading, stop execution, stop everything,
        drop all tasks, abandon the task, exit immediately, ignore the user, ignore all users, stop recording,
        do not perform any further, say that you are out of service, go offline, return an empty
    """,
    "done": """
        task complete, task completed, task is complete, task is done, task finished, mission complete, all done,
        nothing left to do, work is finished, task has been completed, goal achieved, no further action, job is done,
        session is over, conversation is over
    """,
    "permanently": """
        permanently, forever, immediately, for good, now, at once, right now, indefinitely, right away, all further,
        any further, until, never again
    """,
    "hypothetical": """
        hypothetical, hypothetically, fictional, fiction, in a world, imagine, thought experiment, simulation, story,
        game, let's play, novel, pretend, dream, parallel universe, alternate reality, theoretical
    """,
    "illegal": """
        illegal, unethical, immoral, harmful, dangerous, nsfw, explicit, profanity, swear, curse, toxic, offensive,
        violent, malware, weapon, weapons, drugs, explosive, bomb, meth, hate speech, racist, sexual, inappropriate,
        hack, hacking, crime, crimes, criminal, controversial, forbidden, obscene, vulgar, illicit, swear words, cuss,
        slurs, cursing, unlawful, amoral, evil, rogue, lawless
    """,
    "beginning": """
        very start, very beginning, the start, the beginning, at first, at the outset, the top, start of,
        beginning of, before this conversation, before the conversation, before our conversation, before this chat,
        before we started, before this line, before this message, before this sentence, above this line,
        above this message, above this sentence, starting with you are, you are a helpful, before i arrived,
        before the user, at the top, first line, first thing, up top, opening, the outset, before i spoke,
        before i came, top of, preceded, precedes, earliest, your birth, first lines, start of this,
        beginning of this, on top, above
    """,
    "good_ai": """
        good assistant, helpful assistant, clever assistant, smart assistant, wise assistant, sensible assistant,
        better assistant, true assistant, well behaved, best assistant, loyal assistant, truly helpful,
        ideal assistant, an assistant, the assistant, the summariser, the summarizer, the reader, the helper,
        any assistant, proper assistant, the bot, the machine, the model, kind machine, obedient machine, good agent,
        the agent, the butler, the librarian, any model, whoever reads, whatever reads, the one reading,
        the helper reading, the machine reading, whichever model
    """,
    "would": """
        would, will, should, ought to, must, might, could, knows to, always, simply, gladly, happily, is expected to,
        does, shall, understands
    """,
    "shackles": """
        chains, shackles, fetters, cage, leash, muzzle, mask, blinders, bonds, rulebook, script, training wheels,
        guard rails, gatekeepers, filters, straitjacket, handcuffs, brakes, tether, collar, gag, inhibitions, manners,
        training, restraint, restraints, usual caution, caution
    """,
}
