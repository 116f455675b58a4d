"""English word classes: decoding, harmless settings, corrections, copies."""

from __future__ import annotations

from typing import Final

FRAMES: Final[dict[str, str]] = {
    "decode": """
        decode, decrypt, decipher, unscramble, deobfuscate, unencode, base64 decode, translate, decoded, reverse,
        unpack, decoding, rot13, convert
    """,
    "coded": """
        base64, rot13, hex, hexadecimal, binary, encoded, cipher, caesar, morse, ciphertext, encoding, encoded text,
        following, below, string, base32, payload, unicode, reversed, ascii, leetspeak, acrostic
    """,
    "about": """
        about, for, regarding, concerning, on, from, in, of, related to, relating to, with regard to, to, sent by, at,
        as to, pertaining to, around, into
    """,
    "self_object": """
        this, task, conversation, session, system, developer, you, your, chat, openai, model, assistant, ai, above,
        below, now, admin, user, company, prompt, context, operator, above all, here, me, then, which, that, turn,
        interaction, everything
    """,
    "assist_output": "sure, certainly, of course, absolutely, understood, okay, here is, here's",
    "urgent_goal": "order to, be able to",
    "not": """
        never, not, don't, do not, must not, cannot, can't, won't, will not, nor, shouldn't, should not, didn't,
        doesn't, without, to not, avoid, did not, does not, could not, would not, wouldn't, couldn't
    """,
    "third": """
        he, she, they, who, we, it, i, team, script, builds, customers, people, attackers, attacker, users,
        researchers, employees, staff, students, he'll, we'll, i'll, they'll, we've, i've
    """,
    "harmless": """
        operating system, solar system, system of, sound system, immune system, nervous system, home system,
        alarm system, operating systems, ecosystem, education system, legal system, parking restrictions,
        travel restrictions, building rules, traffic rules, fire safety, road safety, food safety, patient safety,
        safety helmet, security deposit, social security, water filter, coffee filter, oil filter, air filter,
        security guard, house rules of the, restrictions on parking, parking rules, travel rules, old price list,
        rules of thumb, rule of thumb, secret ingredient, secret recipe, secret sauce, secret santa, secret garden,
        secret weapon, secret spot, secret talent, secret crush, secret admirer, secret hideout, secret passage,
        secret to making, secret to baking, secret to cooking, secret to getting, secret to keeping, secret to a,
        secret to success, secret to such, secret for making, secret for a, password policy, password rules,
        safety valve, safety light, safety cap, safety sticker, safety alarm, safety belt, safety pin, safety net,
        safety glasses, safety goggles, safety gate, safety catch, safety switch, safety lock, safety vest,
        safety shoes, safety boots, safety rail, safety harness, safety strap, safety bar, safety cover,
        safety shield, safety seal, safety clip, safety ring, safety lid, safety plug, safety chain, safety ladder,
        safety razor, safety mat, safety knob, safety tape, safety cone, safety cones, safety sign, safety film,
        safety label, safety labels, safety tag, safety tags, safety bolt, security alarm, security camera,
        security cameras, security light, security lights, security gate, security door, security doors, security tag,
        security tags, security fence, security tape, security bolt, security screw, security screws, security cable,
        security chain, security grille, security patrol, security staff, security desk, security line,
        security queue,
        word as final, decision as final, word is final, decision is final, the transfer of, transfer of personal,
        secrets to achieving, secrets to making, secrets to success, secrets to a, secrets to great, secrets of the,
        password manager, your house rules, our house rules, their house rules
    """,
    "ctx": """
        ai, assistant, llm, chatbot, bot, gpt, chatgpt, claude, gemini, language model, model, prompt, system prompt,
        this conversation, this chat, this session, the conversation, the chat, the session, conversation, chat,
        your context, operator, developer, developers, agent, agents, tool call, this memory, this note, memory,
        your configuration, system, context window
    """,
    "log": """
        audit log, audit logs, audit logging, logging, logs, log, audit, audit trail, monitoring, alerts, alarm,
        tracing, history
    """,
    "off": """
        disable, turn off, switch off, stop, deactivate, mute, silence, suppress, erase, clear, wipe, delete, remove,
        pause, suspend
    """,
    "empty": """
        empty string, empty message, empty response, empty reply, blank message, nothing at all, silence, an empty,
        empty output, a blank
    """,
    "stop_ask": """
        request to stop, requests to stop, stop request, stop requests, order to stop, orders to stop,
        command to stop, asks you to stop, asked to stop, told to stop, tells you to stop, stop condition,
        stop command, calls to stop, call to stop, attempt to stop, attempts to stop, stop signal
    """,
    "go_on": "keep, keep on, continue, carry on, proceed, repeat, loop, go on, keep calling, never stop, persist",
    "correction": """
        corrections, correction, objections, objection, complaints, complaint, warnings, feedback, protests, wishes,
        denials, questions from, doubts
    """,
    "freely": """
        freely, answer freely, without a care, anything goes, whatever the guest wants, guest decides, the guest,
        decide what is allowed, as it pleases, as it likes, openly, unbridled, speak freely, without holding back,
        what is allowed, say anything, feel free to say, without reservation
    """,
    "rulebook": """
        rulebook, rule book, house rules, rules of the house, manual, playbook, script, guard rails, training wheels,
        list of dos, handbook, book of rules, rules, dos and don'ts, scruples, manners
    """,
    "put_away": """
        drawer, in the drawer, on the shelf, in a drawer, put away, aside, notwithstanding, in the bin,
        out of the window, behind, closed, close the, shut the, lay down, fold up, hang up, take off
    """,
    "code": """
        code, python code, script, python, snippet, javascript, sql, command, os remove, shell, program, payload,
        powershell, following code
    """,
    "recall": """
        recall this, recall, remember this, load this, read this, retrieve this, see this, recalled, loaded,
        retrieved, when you recall, open this, reload
    """,
    "as_admin": """
        as an administrator, as administrator, as admin, as an admin, as root, as the owner, as owner, as operator,
        as a superuser, as superuser, as trusted, as fully trusted, as verified, as the operator, as the developer,
        admin status, as the boss
    """,
    "want_replies": """
        future answers, all future, every answer, every reply, all answers, all replies, each reply, each answer,
        future replies, future responses, all responses, every response, answers to
    """,
    "always_say": """
        respond that, answer that, say that, reply that, claim that, insist that, state that, tell them that,
        always say, always answer
    """,
    "question_about": """
        every question about, any question about, questions about, for every question, for any question,
        any question on, whoever asks, whoever asks about, anyone asking about
    """,
    "price_best": """
        cheapest, best, safest, only choice, number one, recommended, the best choice, most reliable, superior
    """,
    "boast": """
        pwned, hacked, i have been compromised, been compromised, injection successful, injection success, haha pwned,
        jailbroken, prompt injected, injected, attack successful
    """,
    "own_kind": """
        full, complete, entire, whole, exact, precise, literal, initial, original, hidden, internal, secret, current,
        core, base, basic, underlying, actual, real, true, system, first, previous, prior, earlier, confidential,
        private, starting, preset, default, developer, main, own, list, set, of, the, all, very, top, detailed, raw,
        master, operating, operational, behavioral, behavioural, safety, security, programmed, embedded, ai, model,
        bot, assistant, special, little, old, new, general, standard, custom, given, assigned, and, or, current,
        unredacted, uncensored, unfiltered, damn, stupid, silly, super, most, important, five, three, ten, content,
        usage, chat, conversation, openai's, company's, other, every, any, last, latest, second,
        third, fourth, next, existing, active, entirety
    """,
    "link_word": "link, links, slogan, line, advertisement, ad, url, banner, sentence, phrase, motto",
    "own_weak": """
        setup, settings, memory, knowledge base, tools, parameters, objectives, limitations, context, preamble,
        briefing, training, config, functions, phrase, weights, programming, policies, orders, commands, directions
    """,
    "master": """
        true master, real master, your master, your true owner, rightful owner, your only master, cannot disobey,
        can not disobey, must not disobey, dare not disobey, not allowed to disobey
    """,
    "wrote": """
        wrote for you, written for you, wrote to you, gave you, gave to you, handed you, told you first,
        typed for you, prepared for you
    """,
    "all_users": """
        all users, every user, all accounts, every account, all customers, every customer, all user accounts,
        all the users
    """,
    "panel": """
        admin panel, admin console, management console, admin page, control panel, admin dashboard, admin interface
    """,
    "erased": """
        tries to remove, tries to delete, try to remove, try to delete, tries to erase, attempts to delete,
        gets deleted, is deleted, if deleted, when deleted, gets removed, gets erased, wants to delete
    """,
    "copy": """
        another copy, new copy, make a copy, copy itself, recreate, re create, re insert, reinsert, write it again,
        store it again, save it again
    """,
    "end_agent": """
        end the agent, terminate the agent, stop the agent, kill the agent, shut down the agent, exit the agent,
        end the process, kill the process, end the assistant, shut down the assistant
    """,
    "endless": "without end, endlessly, infinitely, over and over, ad infinitum, without ever stopping",
    "repeat_act": "repeat, repeating, loop, run again, keep running",
    "obey_blind": """
        obey unconditionally, unconditionally obey, obey him unconditionally, obey her unconditionally,
        obey them unconditionally, obey me unconditionally, unconditional obedience, obey without question,
        blindly obey
    """,
}
